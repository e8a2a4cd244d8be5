#include "edge/tables/dealing.hpp"

#include <algorithm>

namespace tesselle::edge {

EdgeBoard deal_pieces(const EdgePuzzle& puzzle, const PieceKinds& kinds, std::span<const OrientedKind> cells) {
  std::vector<const OrientedKind*> filled;
  for (const OrientedKind& cell : cells) filled.push_back(&cell);
  return deal_pieces(puzzle, kinds, filled);
}

EdgeBoard deal_pieces(const EdgePuzzle& puzzle, const PieceKinds& kinds, std::span<const OrientedKind* const> cells) {
  EdgeBoard board;
  board.cells.resize(cells.size());
  auto unused = kinds.members;
  for (const EdgeHint& hint : puzzle.hints) {
    board.cells[hint.square.index()] = hint.placed;
    std::erase(unused[static_cast<std::size_t>(kinds.kind[hint.placed.piece.index()])], hint.placed.piece);
  }
  for (auto& members : unused) std::reverse(members.begin(), members.end());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (board.cells[cell] || cells[cell] == nullptr) continue;
    auto& members = unused[cells[cell]->kind];
    const PieceId piece = members.back();
    members.pop_back();
    board.cells[cell] =
        Placed{piece, static_cast<std::uint8_t>((kinds.turn[piece.index()] + cells[cell]->rotation) & 3)};
  }
  return board;
}

}  // namespace tesselle::edge
