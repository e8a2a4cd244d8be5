#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

enum class TerminalColour { none, truecolour };

/// What a terminal can show, and what is wanted on it. No line is wider than `columns`: a board that does not fit is
/// drawn smaller.
struct TerminalStyle {
  TerminalColour colour = TerminalColour::none;
  int columns = 120;
  bool numbers = false;  ///< the numbers of the pieces instead of their sides or letters

  TerminalStyle(TerminalColour c = TerminalColour::none, int width = 120) : colour(c), columns(width) {}
};

/// The puzzle and, if given, a (partial) board of it, as text for a terminal, ending with a newline.
/// Without a solution: the pieces and the empty board or region.
std::string render_terminal(const Puzzle& puzzle, const Solution* solution, const TerminalStyle& style = {});

/// How a picture may differ from the usual one.
struct PictureStyle {
  std::vector<double> shades;    ///< flat packing: by piece, from 0 (red) to 1 (blue); empty: each its own colour
  double seconds_per_piece = 0;  ///< pieces appear one after the other (not in solids), as in the layout or row by row;
                                 ///< 0: a still
  bool numbers = false;          ///< piece numbers on every piece
};

/// The same as one self-contained SVG document.
std::string render_svg(const Puzzle& puzzle, const Solution* solution, const PictureStyle& style = {});

/// The pieces of a packing puzzle side by side, as if there were no region; on the terminal the first hundred.
std::string render_pieces_terminal(const PackingPuzzle& puzzle, const TerminalStyle& style = {});
std::string render_pieces_svg(const PackingPuzzle& puzzle, const std::string& title);

/// What one line of a chart is drawn through.
struct Curve {
  std::string name;
  std::vector<Point> points;
};
/// Curves over one another, as one self-contained SVG document.
std::string render_curves_svg(const std::string& title, const std::string& x_label, const std::string& y_label,
                              const std::vector<Curve>& curves);

}  // namespace tesselle
