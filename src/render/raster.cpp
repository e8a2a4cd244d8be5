#include "render/raster.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::render {
namespace {

/// Cells are convex and run counter-clockwise.
bool contains(const std::vector<Point>& polygon, Point p) {
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point a = polygon[k], b = polygon[(k + 1) % polygon.size()];
    if ((b.x - a.x) * (p.y - a.y) < (b.y - a.y) * (p.x - a.x) - 1e-9) return false;
  }
  return true;
}

int samples(double extent, double density) {
  return extent > 0 ? std::max(1, static_cast<int>(std::lround(extent * density))) : 0;
}

}  // namespace

Raster::Raster(const Scene& scene, double across, double down) : across_(across), down_(down) {
  std::vector<Cell> all = scene.board;
  for (const Shape& shape : scene.shapes) all.insert(all.end(), shape.cells.begin(), shape.cells.end());
  box_ = bounds_of(scene.grid(), all);
  columns_ = samples(box_.width(), across);
  rows_ = samples(box_.height(), down);
  owners_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));

  const auto fill_all = [&](const std::vector<Cell>& cells, const Owner& owner) {
    for (const Cell& cell : cells) fill(scene.grid().outline(cell), owner);
  };
  fill_all(scene.spare, {Owner::Kind::spare, 0});
  fill_all(scene.uncovered, {Owner::Kind::uncovered, 0});
  for (std::size_t s = 0; s < scene.shapes.size(); ++s) fill_all(scene.shapes[s].cells, {Owner::Kind::shape, s});
  fill_all(scene.overlaps, {Owner::Kind::overlap, 0});
}

const Owner& Raster::at(int row, int column) const {
  static const Owner outside;
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return outside;
  return owners_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
}

Raster::Sample Raster::sample_of(Point point) const {
  return {static_cast<int>(std::floor((box_.top - point.y) * down_)),
          static_cast<int>(std::floor((point.x - box_.left) * across_))};
}

void Raster::fill(const std::vector<Point>& polygon, const Owner& owner) {
  const auto [left, right] =
      std::minmax_element(polygon.begin(), polygon.end(), [](Point a, Point b) { return a.x < b.x; });
  const auto [low, high] =
      std::minmax_element(polygon.begin(), polygon.end(), [](Point a, Point b) { return a.y < b.y; });
  const Sample first = sample_of({left->x, high->y}), last = sample_of({right->x, low->y});
  for (int row = std::max(0, first.row); row <= std::min(last.row, rows_ - 1); ++row)
    for (int column = std::max(0, first.column); column <= std::min(last.column, columns_ - 1); ++column) {
      const Point centre = {box_.left + (column + 0.5) / across_, box_.top - (row + 0.5) / down_};
      const auto place =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
      if (contains(polygon, centre)) owners_[place] = owner;
    }
}

}  // namespace tesselle::render
