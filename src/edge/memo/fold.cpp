#include "edge/memo/fold.hpp"

namespace tesselle::edge::memo {
namespace {

/// Which cell of the fold stands for a square, and how many quarter turns further the square is.
struct FoldedSquare {
  std::uint32_t cell = 0;
  int turns = 0;
};

/// The rotation maps the borders of a cell that it does not move onto one another: one of them is enough. It is the one
/// that the cell across leads back to.
void drop_repeated_borders(Fold& fold) {
  for (std::uint32_t cell = 0; cell < fold.cells.size(); ++cell)
    for (const Side side : all_sides) {
      auto& border = fold.cells[cell].across[static_cast<std::size_t>(side)];
      if (!border) continue;
      const auto& back = fold.cells[border->cell].across[static_cast<std::size_t>(border->side)];
      if (!back || back->cell != cell || back->side != side) border.reset();
    }
}

Side turned_back(Side side, int turns) { return static_cast<Side>((static_cast<int>(side) - turns) & 3); }

}  // namespace

Fold fold_board(const EdgePuzzle& puzzle, const Path& path, const SymmetryGroup::Element& rotation) {
  Fold fold;
  fold.quarter_turns = rotation.symmetry;
  std::vector<std::optional<FoldedSquare>> folded(puzzle.cell_count());
  for (const Square first : path) {
    if (folded[first.index()]) continue;
    const auto cell = static_cast<std::uint32_t>(fold.cells.size());
    fold.cells.push_back({first, 0, {}});
    int turns = 0;
    for (Square at = first; !folded[at.index()]; at = Square(rotation.cells[at.index()])) {
      folded[at.index()] = FoldedSquare{cell, turns & 3};
      turns += rotation.symmetry;
      ++fold.cells.back().orbit;
    }
  }
  for (Fold::Cell& cell : fold.cells)
    for (const Side side : all_sides)
      if (const auto beside = neighbour(puzzle, cell.square, side)) {
        const FoldedSquare& across = *folded[beside->index()];
        cell.across[static_cast<std::size_t>(side)] = {across.cell, turned_back(opposite(side), across.turns)};
      }
  drop_repeated_borders(fold);
  return fold;
}

}  // namespace tesselle::edge::memo
