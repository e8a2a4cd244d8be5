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

}  // namespace tesselle::render
