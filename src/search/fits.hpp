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
/// Which fits count; all of them if it is empty.
using FitFilter = std::function<bool(const Fit&)>;
std::vector<CellFits> count_fits(const Puzzle& puzzle, const Solution& board, const FitFilter& filter = {});

/// What fits at one cell, piece by piece.
std::vector<Placement> fits_at(const Puzzle& puzzle, const Solution& board, std::size_t cell,
                               const FitFilter& filter = {});

/// How many of these placements show a colour on one side of their cell.
struct ShownColour {
  Colour colour;
  std::size_t placements = 0;
};
/// The colours that a border can still show, in their order.
std::vector<ShownColour> shown_colours(const EdgePuzzle& puzzle, std::span<const Placement> fits, Side side);

}  // namespace tesselle
