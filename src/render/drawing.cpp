#include "render/drawing.hpp"

#include <algorithm>
#include <utility>

namespace tesselle::render {

Drawing::Drawing() = default;
Drawing::Drawing(double its_width, double its_height) : width(its_width), height(its_height) {}

void Drawing::add(Drawing other, double x, double y) {
  width = std::max(width, x + other.width);
  height = std::max(height, y + other.height);
  parts.push_back({{x, y}, std::move(other)});
}

std::vector<Ring> Scale::operator()(const std::vector<Ring>& rings) const {
  std::vector<Ring> scaled = rings;
  for (Ring& ring : scaled)
    for (Point& point : ring) point = (*this)(point);
  return scaled;
}

}  // namespace tesselle::render
