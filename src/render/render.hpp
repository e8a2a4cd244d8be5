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

}  // namespace tesselle
