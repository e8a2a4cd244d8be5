#pragma once

#include <cstdint>
#include <vector>

#include "packing/site_search/grid.hpp"

namespace tesselle::packing::tiling {

/// Finds the connected parts of what is free on a board. Only for boards made of halves, where the free part of a
/// triangle is connected.
class Areas {
 public:
  explicit Areas(const Grid& grid);

  /// Is every part's area (in sectors) a multiple of `step`?
  bool all_multiples_of(int step, const Bytes& free);

 private:
  int flood(std::size_t triangle, const Bytes& free);

  int stride_;
  std::vector<std::uint32_t> seen_;  ///< by triangle: equals stamp_ if visited in this call
  std::uint32_t stamp_ = 0;
  std::vector<std::size_t> open_;
};

}  // namespace tesselle::packing::tiling
