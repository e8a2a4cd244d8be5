#pragma once

#include <cstdint>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// By solution: the number of its family, from 1 in the order of the first members; 0 for those that are alone.
///
/// Solutions are of one family if, perhaps after turning a whole board, one leads to another in steps of two kinds: two
/// pieces are exchanged or moved on the cells they cover; or a block of pieces is turned, or turned over, in its place.
/// Empty if comparing all solutions would take too long.
std::vector<std::uint32_t> solution_families(const Puzzle& puzzle, const std::vector<Solution>& solutions);

}  // namespace tesselle
