#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing {

/// Cells from one end to the other along each axis, the shortest first.
inline std::array<int, 3> extents(const std::vector<Cell>& cells) {
  const CellBounds bounds = bounds_of(cells);
  std::array<int, 3> result = {bounds.extent(&Cell::x), bounds.extent(&Cell::y), bounds.extent(&Cell::z)};
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace tesselle::packing
