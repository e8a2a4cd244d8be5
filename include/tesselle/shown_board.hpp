#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle {

/// What a cell shows, as somebody wrote it down: perhaps sides that no piece of the puzzle has.
struct ShownCell {
  Sides sides{};                     ///< a colour beyond the puzzle's list stands for one that the puzzle has not
  std::optional<PieceId> claimed{};  ///< which piece it is said to be
  friend bool operator==(const ShownCell&, const ShownCell&) = default;
};

/// A board of the puzzle's size, cell by cell; nullopt is an empty cell.
struct ShownBoard {
  std::vector<std::optional<ShownCell>> cells;
  friend bool operator==(const ShownBoard&, const ShownBoard&) = default;
};

/// The sides that a board shows; a piece or rotation that does not exist leaves its cell empty.
ShownBoard shown_board(const EdgePuzzle& puzzle, const EdgeBoard& board);

}  // namespace tesselle
