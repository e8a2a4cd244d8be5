#pragma once

#include <cstddef>
#include <cstdint>

#include "packing/interval/box_model.hpp"

namespace tesselle::packing::interval {

/// A node asks: does this point have this cell number?
struct Cut {
  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t point = none;
  std::uint8_t number = 0;
};

enum class CutRule {
  lowest,    ///< the open number that starts lowest, of several the first: as the thesis does it
  shortest,  ///< the open number with the shortest interval, of several the lowest
  scarcest   ///< the cell with the fewest placements left (sets only)
};

/// By one of the rules that look at intervals; `number(i)` is the i-th point's.
template <class Number>
Cut cut_an_interval(CutRule rule, std::size_t points, Number number) {
  Cut cut;
  unsigned best = ~0u;
  for (std::size_t i = 0; i < points; ++i) {
    const Interval interval = number(i);
    if (interval.fixed()) continue;
    const unsigned length = rule == CutRule::lowest ? 0u : static_cast<unsigned>(interval.high - interval.low);
    const unsigned rank = length * 256 + interval.low;
    if (rank >= best) continue;
    best = rank;
    cut = {i, interval.low};
  }
  return cut;
}

}  // namespace tesselle::packing::interval
