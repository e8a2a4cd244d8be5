#pragma once

#include <optional>
#include <string>

#include "puzzle/puzzle.hpp"

namespace tesselle {

enum class TerminalColour { none, truecolour };

/// The puzzle and, if given, a (partial) board of it, as text for a terminal, ending with a newline.
/// Without a solution: the pieces and the empty board or region.
std::string render_terminal(const Puzzle& puzzle, const Solution* solution, TerminalColour colour);

/// The same as one self-contained SVG document.
std::string render_svg(const Puzzle& puzzle, const Solution* solution);

/// The pieces of a packing puzzle side by side, as if there were no region; on the terminal the first hundred.
std::string render_pieces_terminal(const PackingPuzzle& puzzle, TerminalColour colour);
std::string render_pieces_svg(const PackingPuzzle& puzzle, const std::string& title);

}  // namespace tesselle
