#include "tesselle/shown_board.hpp"

namespace tesselle {

ShownBoard shown_board(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  ShownBoard shown;
  shown.cells.resize(puzzle.cell_count());
  for (std::size_t s = 0; s < shown.cells.size() && s < board.cells.size(); ++s) {
    const auto& placed = board.cells[s];
    if (placed && placed->piece.index() < puzzle.pieces.size() && placed->rotation < 4)
      shown.cells[s] = ShownCell{rotated(puzzle.pieces[placed->piece.index()], placed->rotation), placed->piece};
  }
  return shown;
}

}  // namespace tesselle
