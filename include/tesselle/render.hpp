#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

enum class TerminalColour { none, truecolour };

/// The puzzle and, if given, a (partial) board of it, as text for a terminal, ending with a newline.
/// Without a solution: the pieces and the empty board or region.
std::string render_terminal(const Puzzle& puzzle, const Solution* solution, TerminalColour colour);

/// How a picture may differ from the usual one; shades and time are for flat packing puzzles.
struct PictureStyle {
  std::vector<double> shades;    ///< by piece, from 0 (red) to 1 (blue); empty: every piece its own colour
  double seconds_per_piece = 0;  ///< pieces appear one after the other, in the order of the layout; 0: a still
  bool numbered = false;         ///< edge-matching: piece numbers on boards of any size
};

/// The same as one self-contained SVG document.
std::string render_svg(const Puzzle& puzzle, const Solution* solution, const PictureStyle& style = {});

/// The pieces of a packing puzzle side by side, as if there were no region; on the terminal the first hundred.
std::string render_pieces_terminal(const PackingPuzzle& puzzle, TerminalColour colour);
std::string render_pieces_svg(const PackingPuzzle& puzzle, const std::string& title);

}  // namespace tesselle
