#pragma once

#include "render/outline.hpp"
#include "render/packing_scene.hpp"
#include "render/svg.hpp"
#include "tesselle/render.hpp"

namespace tesselle::render {

/// flat_drawing as SVG.
Picture flat_board(const Scene& scene, const Box& frame, double unit);

/// The layers of a cube board side by side, the first one on top of the others in space.
Picture cube_layers(const Scene& scene, double unit, double width);

/// solid_drawing as SVG.
Picture cube_solid(const Scene& scene, double unit);

/// A piece by itself.
Picture packing_piece(const Shape& shape, LatticeKind lattice, double unit);

/// Pieces in rows, with their names below.
Picture packing_tray(const std::vector<TrayPiece>& pieces, LatticeKind lattice, double unit, double width);

/// The board and, below it, the pieces that are not on it.
Picture packing_picture(const PackingPuzzle& puzzle, const PackingLayout* layout, const PictureStyle& style = {});

}  // namespace tesselle::render
