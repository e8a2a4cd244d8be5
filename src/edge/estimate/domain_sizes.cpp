#include "edge/estimate/domain_sizes.hpp"

#include <algorithm>

namespace tesselle::edge {

DomainSizes::DomainSizes(const EdgePuzzle& puzzle) : plan_(puzzle, rowscan(puzzle), std::nullopt) {
  for (std::size_t cell = 0; cell < puzzle.cell_count(); ++cell) {
    const CellNeed need = plan_.need_at_start(Square(cell));
    allowed_.emplace_back();
    for (std::uint32_t value = 0; value < plan_.values.size(); ++value)
      if (plan_.may_be_placed(plan_.values[value], need)) allowed_.back().push_back(value);
  }
}

std::uint64_t DomainSizes::beside(const EdgeBoard& board) const {
  std::vector<int> copies_left;
  for (const auto& members : plan_.kinds.members) copies_left.push_back(static_cast<int>(members.size()));
  for (const auto& placed : board.cells)
    if (placed) --copies_left[static_cast<std::size_t>(plan_.kinds.kind[placed->piece.index()])];
  std::uint64_t sum = 0;
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
    if (board.cells[cell] || !touches_filled(board, Square(cell))) continue;
    const std::uint64_t size = fitting(board, Square(cell), copies_left);
    if (size == 0) return 0;
    sum += size;
  }
  return sum;
}

bool DomainSizes::touches_filled(const EdgeBoard& board, Square square) const {
  return std::any_of(all_sides.begin(), all_sides.end(), [&](Side side) {
    const auto across = neighbour(plan_.puzzle, square, side);
    return across && board.cells[across->index()];
  });
}

std::uint64_t DomainSizes::fitting(const EdgeBoard& board, Square square, const std::vector<int>& copies_left) const {
  std::array<std::optional<Colour>, 4> wanted;
  for (const Side side : all_sides) {
    const auto across = neighbour(plan_.puzzle, square, side);
    if (!across || !board.cells[across->index()]) continue;
    const auto [piece, rotation] = *board.cells[across->index()];
    const Sides sides = rotated(plan_.puzzle.pieces[piece.index()], rotation);
    wanted[static_cast<std::size_t>(side)] = asked(plan_.puzzle, sides, opposite(side));
  }
  const auto fits = [&](std::uint32_t value) {
    const OrientedKind& oriented = plan_.values[value];
    if (copies_left[oriented.kind] == 0) return false;
    for (std::size_t s = 0; s < 4; ++s)
      if (wanted[s] && oriented.sides[s] != *wanted[s]) return false;
    return true;
  };
  const auto& allowed = allowed_[square.index()];
  return static_cast<std::uint64_t>(std::count_if(allowed.begin(), allowed.end(), fits));
}

}  // namespace tesselle::edge
