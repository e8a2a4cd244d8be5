#pragma once

#include "render/drawing.hpp"
#include "render/outline.hpp"
#include "render/packing_scene.hpp"

namespace tesselle::render {

/// A flat board, or one layer of a cube board, inside `frame` (in lattice units); `unit` is the length of a unit side.
/// Each piece is one path of class "piece".
Drawing flat_drawing(const Scene& scene, const Box& frame, double unit);

/// The solid body seen from above: x runs to the lower right, y to the lower left, z downwards (so that it is the
/// layers' pile, not its mirror image). Each visible face is a path of class "face".
Drawing solid_drawing(const Scene& scene, double unit);

/// A piece cell by cell, for pictures whose pieces come and go: all cells that are there, painted by ascending
/// nearness, look like solid_drawing. `ground` is the scene whose board fixes the place.
struct SolidCell {
  int nearness = 0;
  Drawing drawing;
};
std::vector<SolidCell> solid_cells(const Shape& shape, const Scene& ground, double unit);

/// The empty board as a box that is open towards the viewer.
Drawing solid_ground(const Scene& scene, double unit);

}  // namespace tesselle::render
