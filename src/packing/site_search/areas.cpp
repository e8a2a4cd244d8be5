#include "packing/site_search/areas.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tesselle::packing::tiling {
namespace {

/// Side e of a triangle: its two sectors, and where its neighbour's byte and the two opposite sectors are.
struct Side {
  unsigned own_first, own_second, other_first, other_second;
};
constexpr std::array<Side, 3> up_sides = {{{0, 1, 3, 2}, {2, 3, 5, 4}, {4, 5, 1, 0}}};
constexpr std::array<Side, 3> down_sides = {{{3, 2, 0, 1}, {5, 4, 2, 3}, {1, 0, 4, 5}}};

bool joined(unsigned own, unsigned other, const Side& side) {
  return (own >> side.own_first & other >> side.other_first & 1) ||
         (own >> side.own_second & other >> side.other_second & 1);
}

}  // namespace

Areas::Areas(const Grid& grid) : stride_(grid.stride()), seen_(static_cast<std::size_t>(2 * grid.block_count() + 8)) {}

bool Areas::all_multiples_of(int step, const Bytes& free) {
  if (++stamp_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0u);
    stamp_ = 1;
  }
  for (std::size_t t = 0; t < free.size(); ++t)
    if (free[t] != 0 && seen_[t] != stamp_ && flood(t, free) % step != 0) return false;
  return true;
}

int Areas::flood(std::size_t triangle, const Bytes& free) {
  int area = 0;
  open_.assign(1, triangle);
  seen_[triangle] = stamp_;
  while (!open_.empty()) {
    const std::size_t t = open_.back();
    open_.pop_back();
    area += std::popcount(free[t]);
    const bool down = t & 1;
    const auto row = static_cast<std::size_t>(2 * stride_);
    const std::array<std::size_t, 3> others =
        down ? std::array{t - 1 + row, t - 1, t + 1} : std::array{t + 1 - row, t + 1, t - 1};
    for (std::size_t e = 0; e < 3; ++e) {
      const std::size_t other = others[e];
      if (free[other] == 0 || seen_[other] == stamp_ ||
          !joined(free[t], free[other], (down ? down_sides : up_sides)[e]))
        continue;
      seen_[other] = stamp_;
      open_.push_back(other);
    }
  }
  return area;
}

}  // namespace tesselle::packing::tiling
