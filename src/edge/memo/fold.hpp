#pragma once

#include <array>
#include <optional>
#include <vector>

#include "edge/tables/paths.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle::edge::memo {

/// The board, or the board folded by a rotation, for boards that this rotation maps onto themselves. Then one cell of
/// each orbit stands for the others, and a border leads from a cell to the cell that stands for its neighbour, which
/// may be the cell itself.
struct Fold {
  struct Border {
    std::uint32_t cell = 0;  ///< the cell across, as a position in `cells`
    Side side = Side::north;
  };
  struct Cell {
    Square square;
    std::uint16_t orbit = 1;  ///< how many squares of the board it stands for
    std::array<std::optional<Border>, 4> across;
  };
  std::vector<Cell> cells;  ///< in the order of the path
  int quarter_turns = 0;    ///< of the rotation, 1 to 3; 0: none
};

/// `rotation` is one of the puzzle's symmetries.
Fold fold_board(const EdgePuzzle& puzzle, const Path& path, const SymmetryGroup::Element& rotation);

}  // namespace tesselle::edge::memo
