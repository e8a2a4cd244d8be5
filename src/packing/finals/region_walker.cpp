#include "packing/finals/region_walker.hpp"

#include <algorithm>

#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {

PackingPuzzle puzzle_for_finals(const PackingPuzzle& puzzle) {
  PackingPuzzle drafter = tiling::as_drafter_puzzle(puzzle);
  if (!tiling::tiles_by_halves(drafter))
    throw UsageError("finals: the region and the pieces must be made of half triangles, and every cell be covered");
  const auto classes = congruence_classes(drafter);
  if (classes.empty() || *std::max_element(classes.begin(), classes.end()) + 1 != static_cast<int>(classes.size()))
    throw UsageError("finals: all pieces must differ");
  for (const PackingPiece& piece : drafter.pieces) {
    if (piece.max_copies != 1) throw UsageError("finals: there must be one copy of each piece");
    if (piece.cells.size() != drafter.pieces.front().cells.size())
      throw UsageError("finals: all pieces must have the same area");
  }
  return drafter;
}

PackingPuzzle with_pieces_on(const PackingPuzzle& puzzle, std::span<const std::uint16_t> pieces,
                             std::vector<Cell> region) {
  PackingPuzzle result;
  result.lattice = puzzle.lattice;
  result.region = std::move(region);
  for (const std::uint16_t piece : pieces) {
    result.pieces.push_back(puzzle.pieces[piece]);
    result.pieces.back().min_copies = 0;
  }
  return result;
}

}  // namespace tesselle::packing::finals
