#pragma once

#include "render/edge_view.hpp"
#include "render/text_canvas.hpp"

namespace tesselle::render {

/// The board as coloured dots, or as a grid of labels in plain ASCII; `X` or red marks a conflict, `*` a hint.
TextCanvas edge_board_text(const EdgeView& view, TerminalColour colour);

/// The board and, below it, the pieces that are not on it.
TextCanvas edge_text(const EdgeView& view, TerminalColour colour);

}  // namespace tesselle::render
