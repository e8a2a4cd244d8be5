#pragma once

#include <optional>
#include <vector>

#include "search/board_cells.hpp"
#include "tesselle/card.hpp"

namespace tesselle {

/// What is wrong with a board of either family, or still to be done, cell by cell and piece by piece: for front ends
/// that mark it. Of edge-matching boards it repeats the judge's card (tesselle/card.hpp); this only points.
struct BoardReport {
  /// Touching sides that do not match, or a rim side that is not the frame's colour.
  struct Clash {
    Square square;
    Side side = Side::north;
    std::optional<Square> other;
  };
  struct Copies {
    PieceId piece;
    int copies = 0;
  };
  std::vector<Clash> clashes;           ///< edge-matching
  std::vector<std::size_t> empty;       ///< cells that must be covered
  std::vector<Cell> overlaps, outside;  ///< packing
  std::vector<Copies> missing;          ///< still to be used
  std::vector<Copies> duplicates;       ///< used too often
  std::size_t placed = 0;

  /// Nothing has to be taken back.
  bool sound() const { return clashes.empty() && overlaps.empty() && outside.empty() && duplicates.empty(); }
};

BoardReport report_on(const Puzzle& puzzle, const Solution& board);
BoardReport report_on(const EdgePuzzle& puzzle, const BoardCard& card);

/// The keys that docs/api.md lists besides the verdict's; lists are cut to 1000 entries.
Json report_json(const Puzzle& puzzle, const BoardReport& report);

}  // namespace tesselle
