#pragma once

#include "render/edge_view.hpp"
#include "render/svg.hpp"
#include "tesselle/render.hpp"

namespace tesselle::render {

/// The board alone: pieces, conflicts, hints, coordinates around it. `cell` is the width of a cell in pixels.
Picture edge_board(const EdgeView& view, double cell, const PictureStyle& style = {});

/// One piece as it would be placed.
Picture edge_piece(const EdgeView& view, Placed placed, double cell, const PictureStyle& style = {});

/// The pieces that are not on the board, in rows of about this width.
Picture edge_tray(const EdgeView& view, double cell, double width, const PictureStyle& style = {});

/// The board and, below it, what is not on it.
Picture edge_picture(const EdgeView& view, const PictureStyle& style = {});

}  // namespace tesselle::render
