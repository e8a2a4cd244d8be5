#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

/// A straight line (a plane on the cube lattice) that divides the pieces of a layout into two groups and crosses none.
struct Split {
  std::vector<PackingPlacement> first, second;  ///< the pieces on either side, neither empty
  std::vector<Cell> first_cells, second_cells;  ///< what they cover, sorted
  std::string across;                           ///< the axis the line cuts: "x", "y", "z", or "60°" for its normal
};

/// Every split of a layout, axis by axis and along each axis from its low end; a layout that has one is composed.
/// Lines run along the sides of cells, so hexagons are never split unless the region itself falls apart.
/// A gap of several units between the two groups is one split: the groups are what counts, not the line.
std::vector<Split> splits_of(const PackingPuzzle& puzzle, const PackingLayout& layout);

/// The two parts, the smaller first: "5x5 + 5x7" if both are boxes, else "25 + 35 cells".
/// In a flat box both parts show the side they share first; three lengths ascend.
std::string split_class(const PackingPuzzle& puzzle, const Split& split);

}  // namespace tesselle
