#pragma once

#include "render/edge_view.hpp"
#include "render/text_canvas.hpp"

namespace tesselle::render {

/// The board as coloured dots, or as a grid of labels in plain ASCII; `X` or red marks a conflict, `*` a hint. Where a
/// grid of labels is too wide, or numbers are wanted, a grid of piece numbers: `!` marks those that do not fit.
TextCanvas edge_board_text(const EdgeView& view, const TerminalStyle& style);

/// The board and, below it, the pieces that are not on it.
TextCanvas edge_text(const EdgeView& view, const TerminalStyle& style);

}  // namespace tesselle::render
