#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/svg.hpp"
#include "tesselle/lattice.hpp"

namespace tesselle::render {

/// The border of a set of cells as closed rings: sides shared by two of the cells cancel, collinear points merge.
/// Outer rings run counter-clockwise, holes clockwise, y upwards; fill with the even-odd rule.
/// On the cube lattice the cells are taken as squares of one layer.
std::vector<Ring> outline_of(const Lattice& lattice, std::span<const Cell> cells);

/// Outer rings minus holes.
double area_of(const std::vector<Ring>& rings);

struct Box {
  double left = 0, right = 0, bottom = 0, top = 0;
  double width() const { return right - left; }
  double height() const { return top - bottom; }
};
Box bounds_of(const Lattice& lattice, std::span<const Cell> cells);

Point centre_of(const Lattice& lattice, Cell cell);

/// Where a label fits best: of the cells' centres and corners, the point that is farthest from the border.
struct Anchor {
  Point point;
  double clearance = 0;
};
Anchor label_anchor(const Lattice& lattice, std::span<const Cell> cells, const std::vector<Ring>& rings);

}  // namespace tesselle::render
