#pragma once

#include "render/outline.hpp"
#include "render/packing_scene.hpp"
#include "render/svg.hpp"

namespace tesselle::render {

/// A flat board, or one layer of a cube board, inside `frame` (in lattice units); `unit` is a unit side in pixels.
/// Each piece is one path of class "piece".
Picture flat_board(const Scene& scene, const Box& frame, double unit);

/// The layers of a cube board side by side, the first one on top of the others in space.
Picture cube_layers(const Scene& scene, double unit, double width);

/// The solid body seen from above: x runs to the lower right, y to the lower left, z downwards (so that it is the
/// layers' pile, not its mirror image). Each visible face is a path of class "face".
Picture cube_solid(const Scene& scene, double unit);

/// A piece by itself.
Picture packing_piece(const Shape& shape, LatticeKind lattice, double unit);

/// Pieces in rows, with their names below.
Picture packing_tray(const std::vector<TrayPiece>& pieces, LatticeKind lattice, double unit, double width);

/// The board and, below it, the pieces that are not on it.
Picture packing_picture(const PackingPuzzle& puzzle, const PackingLayout* layout);

}  // namespace tesselle::render
