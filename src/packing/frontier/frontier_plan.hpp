#pragma once

#include <cstdint>
#include <vector>

#include "packing/tables/placements.hpp"

namespace tesselle::packing {

/// The cells in the order in which they are filled, and what can be put where.
///
/// A frontier is the set of occupied cells among those still to come. The pieces reach at most `window` cells ahead, so
/// it is a string of `window` bits that starts at the cell to fill now. Where the number of copies matters, the key
/// holds a counter per such class behind the window.
struct FrontierPlan {
  struct Counter {
    std::size_t word = 0;
    int shift = 0;
    std::uint64_t mask = 0;  ///< before shifting
    std::uint64_t least = 0, most = 0;
    bool saturates = false;  ///< more than `least` is as good as `least`
  };
  struct Move {
    std::vector<std::uint64_t> cells;  ///< bits from the cell to fill now; as long as a key
    int counter = -1;                  ///< of the piece's class, if it is counted
  };

  std::size_t window_words = 1, words = 1;
  std::vector<bool> optional;            ///< per cell in filling order
  std::vector<std::vector<Move>> moves;  ///< per cell: placements of which it is the first
  std::vector<Counter> counters;
  std::vector<std::uint64_t> start;  ///< the first key: hinted copies
};

constexpr std::size_t max_frontier_words = 8;

/// Throws UsageError if a frontier needs more than that.
FrontierPlan plan_frontier(const PackingPuzzle& puzzle);

}  // namespace tesselle::packing
