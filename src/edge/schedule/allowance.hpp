#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tesselle::edge::schedule {

/// How many mismatches a search may make: the more pieces lie, the more; the more colours are odd (see Tail), the
/// fewer.
class Allowance {
 public:
  static constexpr std::size_t max_odd = 64;
  /// By the number of odd colours.
  using Row = std::array<std::uint16_t, max_odd + 1>;

  Allowance() = default;
  /// `most[d]`: on a board of d pieces; the last one is of full boards.
  explicit Allowance(std::vector<Row> most);
  /// Whatever can end as a board of `length` pieces with at most `in_all` mismatches.
  static Allowance everything(std::size_t length, std::size_t in_all);
  /// Mismatches that can still make all odd colours even.
  static Row everything(std::size_t in_all);

  std::size_t in_all() const { return most_.empty() ? 0 : most_.back()[0]; }
  /// When d pieces lie, the last one with a mismatch.
  std::uint32_t most(std::size_t d, std::size_t odd) const { return most_[d][odd]; }
  /// The same for the best that a mismatch can make of a board of d pieces.
  std::uint32_t max_next(std::size_t d, std::size_t odd) const { return max_next_[d][odd]; }
  /// Pieces that lie before the first mismatch.
  std::size_t first_unlocked() const;

 private:
  std::vector<Row> most_, max_next_;
};

}  // namespace tesselle::edge::schedule
