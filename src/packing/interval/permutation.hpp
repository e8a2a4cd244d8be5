#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tesselle::packing::interval {

constexpr std::size_t max_values = 128;

/// The interval that a number is known to lie in.
struct Interval {
  std::uint8_t low = 0, high = 0;
  bool fixed() const { return low == high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Narrows "these variables are a permutation of these values" to the smallest intervals with the same solutions, and
/// cuts it into independent smaller constraints of the same kind on the way (S3, section 3.3: sort, match, decompose,
/// clip; then the same from the other end). Linear but for the search of bounds; no memory once warm.
class Permutation {
 public:
  /// `variables` are positions in `intervals`; `values` ascend and are as many. Both are reordered so that each part of
  /// the decomposition lies together, its values ascending; `parts()` tells how many belong to each, in that order.
  /// False if there is no solution; the intervals are then worth nothing.
  bool narrow(std::span<Interval> intervals, std::span<std::uint8_t> variables, std::span<std::uint8_t> values);
  std::span<const std::size_t> parts() const { return parts_; }

 private:
  enum class End { lower, upper };
  /// The values as seen from one end, by rank: from the upper end the largest comes first.
  struct Ranks {
    std::array<std::uint8_t, max_values> first, last;  ///< per variable: ranks of the outermost values in its interval
  };

  bool clip(std::span<Interval> intervals, std::span<std::uint8_t> variables, std::span<std::uint8_t> values, End end);
  bool rank(std::span<const Interval> intervals, std::span<const std::uint8_t> variables,
            std::span<const std::uint8_t> values, End end);
  bool match(std::size_t count);
  void decompose(std::size_t count);

  Ranks ranks_;
  std::array<std::uint8_t, max_values + 1> values_below_;
  std::array<std::uint8_t, max_values> by_last_, holder_;    ///< variables by rank of their last value; per rank
  std::array<std::uint8_t, max_values> order_;               ///< ranks, part by part
  std::array<std::uint8_t, max_values> variables_, values_;  ///< copies while they are reordered
  std::vector<std::size_t> runs_, parts_, lower_parts_;
};

}  // namespace tesselle::packing::interval
