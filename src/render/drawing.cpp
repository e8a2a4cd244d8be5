#include "render/drawing.hpp"

#include <algorithm>

namespace tesselle::render {
namespace {

void shift(Point& point, double x, double y) { point = {point.x + x, point.y + y}; }

struct Shift {
  double x, y;
  void operator()(PathMark& mark) const {
    for (Ring& ring : mark.rings)
      for (Point& point : ring) shift(point, x, y);
  }
  void operator()(CircleMark& mark) const { shift(mark.centre, x, y); }
  void operator()(TextMark& mark) const { shift(mark.at, x, y); }
};

}  // namespace

void Drawing::add(const Drawing& other, double x, double y) {
  for (const Mark& mark : other.marks) {
    marks.push_back(mark);
    std::visit(Shift{x, y}, marks.back());
  }
  width = std::max(width, x + other.width);
  height = std::max(height, y + other.height);
}

std::vector<Ring> Scale::operator()(const std::vector<Ring>& rings) const {
  std::vector<Ring> scaled = rings;
  for (Ring& ring : scaled)
    for (Point& point : ring) point = (*this)(point);
  return scaled;
}

}  // namespace tesselle::render
