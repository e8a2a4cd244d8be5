#pragma once

#include <optional>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

/// One piece is put in on a straight line.
struct AssemblyStep {
  std::size_t placement = 0;      ///< position in the layout
  std::optional<Cell> direction;  ///< the way it moves; nullopt if it is locked in with what is there from the start
};

/// An order in which the pieces of a layout on the cube lattice can be put in one by one, each on a straight line from
/// far away. Pieces that cannot be taken apart that way come first. Throws UsageError for other lattices.
std::vector<AssemblyStep> assembly_of(const PackingPuzzle& puzzle, const PackingLayout& layout);

}  // namespace tesselle
