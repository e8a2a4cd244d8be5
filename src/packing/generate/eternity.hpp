#pragma once

#include <cstdint>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle::packing {

/// A board like Eternity's: a dodecagon, and pieces drawn from the 770 that Eternity's 209 were chosen from.
struct EternityRecipe {
  int pieces = 30;  ///< the region has the area of this many
  int spare = 0;    ///< further pieces, that will be left over
  std::uint64_t seed = 1;
};
constexpr int fewest_eternity_pieces = 2, max_eternity_pieces = 770;

/// Eternity's dodecagon, scaled to the area of this many pieces (209: Eternity's own). Where no dodecagon of the
/// lattice has that area, triangles are taken off the rim of the next larger one. Cells of the drafter lattice, sorted.
std::vector<Cell> eternity_region(int pieces);

/// The 770, in the order of their enumeration; each may be used once. Enumerated when first asked for (about a second).
const std::vector<PackingPiece>& eternity_superset();

/// Pieces drawn at random. There may be no solution. Throws UsageError for numbers out of range.
Puzzle eternity_board(const EternityRecipe& recipe);

/// For boards with a planted solution: the region with all of the 770, in random order, of which any may be used.
/// A tiling of it says which pieces the board gets.
Puzzle planting_ground(const EternityRecipe& recipe);
struct PlantedBoard {
  Puzzle puzzle;
  Solution planted;
};
PlantedBoard planted_board(const EternityRecipe& recipe, const Puzzle& ground, const Solution& tiling);

}  // namespace tesselle::packing
