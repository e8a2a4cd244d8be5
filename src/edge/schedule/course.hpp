#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "edge/tables/paths.hpp"
#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge::schedule {

/// What decides which pieces may be placed on a cell, apart from what was placed north and west of it.
struct CellKind {
  std::array<bool, 4> rim{};                      ///< per side: is it on the rim of the board?
  std::array<std::optional<Colour>, 4> pinned{};  ///< what the sides towards hints that are passed later must show
  std::optional<Placed> hint;                     ///< the one piece that may be placed here
  friend bool operator==(const CellKind&, const CellKind&) = default;
};

struct Stop {
  Square square;            ///< of the turned board
  std::uint32_t north = 0;  ///< the stop there, counted from 1; 0 beyond the rim
  std::uint32_t west = 0;
  std::uint32_t kind = 0;  ///< index into Course::kinds
};

/// The board as the search walks over it: row by row, the last rows column by column, so that the neighbours north and
/// west of a cell are always placed before it. The board is turned first, so that rows are short and hints come early.
struct Course {
  EdgePuzzle puzzle;  ///< turned
  int turn = 0;       ///< clockwise quarter turns that were applied
  std::vector<Stop> stops;
  std::vector<CellKind> kinds;
  std::vector<bool> hinted;  ///< per piece
  bool strict = false;       ///< the frame colour belongs on the rim and nowhere else

  std::size_t length() const { return stops.size(); }
  /// A board of the turned puzzle as one of the original.
  EdgeBoard turned_back(const EdgeBoard& board) const;
};

/// `teeth`: how many rows at the end are walked column by column.
Course make_course(const EdgePuzzle& puzzle, int teeth);

/// May a side of such a cell be mismatched? Never along the rim: border colours are too scarce to waste.
bool breakable(const Course& course, const CellKind& kind, Side side);

/// Does a piece with these sides belong on such a cell: the frame colour outside, and (if strict) not inside?
bool belongs(const Course& course, const CellKind& kind, const Sides& sides);

/// May the piece be placed there, apart from its neighbours? A hint's cell is for the hint alone.
bool may_be_placed(const Course& course, const CellKind& kind, Placed placed);

/// Mismatches of a piece on such a cell with hints that are passed later, more than one if a side must not mismatch.
unsigned hints_missed(const Course& course, const CellKind& kind, const Sides& sides);

/// All pieces in all turns that look different.
std::vector<Placed> turned_pieces(const EdgePuzzle& puzzle);

}  // namespace tesselle::edge::schedule
