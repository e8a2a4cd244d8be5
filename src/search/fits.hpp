#pragma once

#include <functional>
#include <span>
#include <vector>

#include "search/board_cells.hpp"

namespace tesselle {

/// A piece that is not used yet, in a place where it disturbs nothing that is placed.
struct Fit {
  Placement placement;
  PieceId piece;
  std::span<const std::size_t> cells;  ///< that it would cover
};

/// Calls `visit` with everything that still fits on the board. Edge-matching: sides must match those of the neighbours
/// and the frame; if the pieces have just enough sides of the frame's colour for the rim, none may be inside. Throws
/// UsageError if there is too much to try.
void for_each_fit(const Puzzle& puzzle, const Solution& board, const std::function<void(const Fit&)>& visit);

/// How much still fits at each cell that is empty.
struct CellFits {
  std::size_t cell = 0;
  std::size_t pieces = 0, placements = 0;
  bool must_be_covered = true;
};
std::vector<CellFits> count_fits(const Puzzle& puzzle, const Solution& board);

/// What fits at one cell, at most `max` placements.
std::vector<Placement> fits_at(const Puzzle& puzzle, const Solution& board, std::size_t cell, std::size_t max);

}  // namespace tesselle
