#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge {

/// An order in which a search fills the cells of a board: every cell once, hinted ones included.
using Path = std::vector<Square>;

/// Row by row from the top-left.
Path rowscan(const EdgePuzzle& puzzle);
/// One anti-diagonal after the other from the top-left, each from its lower end to its upper end.
Path diagonal(const EdgePuzzle& puzzle);
/// Clockwise from the top-left along the rim, then ring by ring inwards.
Path spiral_in(const EdgePuzzle& puzzle);
/// The same walked backwards: from the middle outwards, the top-left corner last.
Path spiral_out(const EdgePuzzle& puzzle);
/// The board cut into four quadrants, clockwise from the top-left one, each in a spiral from its own middle outwards.
Path quad_spiral_out(const EdgePuzzle& puzzle);
/// Row by row, but the last `teeth` rows (0 .. height) column by column.
Path comb(const EdgePuzzle& puzzle, int teeth);

/// The paths that need no further parameter, in the order they are offered: rowscan, diagonal, ….
const std::vector<std::string>& path_names();
Path path_named(const EdgePuzzle& puzzle, std::string_view name);

/// Names like "A1", or numbers 1 … cells row by row from the top-left, separated by white space or commas;
/// "#" starts a comment. Every cell must occur exactly once. Throws InputError with the place.
Path read_path(const EdgePuzzle& puzzle, std::string_view text, const std::string& file);

}  // namespace tesselle::edge
