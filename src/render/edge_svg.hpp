#pragma once

#include "render/edge_view.hpp"
#include "render/svg.hpp"

namespace tesselle::render {

/// The board alone: pieces, conflicts, hints, coordinates around it. `cell` is the width of a cell in pixels.
Picture edge_board(const EdgeView& view, double cell);

/// One piece as it would be placed.
Picture edge_piece(const EdgeView& view, Placed placed, double cell);

/// The pieces that are not on the board, in rows of about this width.
Picture edge_tray(const EdgeView& view, double cell, double width);

/// The board and, below it, what is not on it.
Picture edge_picture(const EdgeView& view);

}  // namespace tesselle::render
