#pragma once

#include <cstdint>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing {

/// For each cell number of a placement table (region, then optional cells): its place in the order of filling.
/// The region's shortest axis varies fastest, the longest slowest, so that the filled part keeps a small front;
/// the cells that share a unit of a triangle or drafter lattice stay together. Optional cells come last.
std::vector<std::uint32_t> fill_order(const PackingPuzzle& puzzle);

}  // namespace tesselle::packing
