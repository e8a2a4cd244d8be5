#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bytes.hpp"

namespace tesselle::edge::schedule {

/// How many mismatches a search may make: more on boards with more pieces, fewer with more odd colours (see Tail).
class Allowance {
 public:
  static constexpr std::size_t max_odd = 64;
  /// By the number of odd colours.
  using Row = std::array<std::uint16_t, max_odd + 1>;

  Allowance() = default;
  /// `rows[d]`: on a board of d pieces; the last one is of full boards.
  explicit Allowance(std::vector<Row> rows);
  /// Whatever can end as a board of `length` pieces with at most `in_all` mismatches.
  static Allowance everything(std::size_t length, std::size_t in_all);
  /// Mismatches that can still make all odd colours even.
  static Row everything(std::size_t in_all);

  std::size_t in_all() const { return max_.empty() ? 0 : max_.back()[0]; }
  /// When d pieces are placed, the last one with a mismatch.
  std::uint32_t max_at(std::size_t d, std::size_t odd) const { return max_[d][odd]; }
  /// The same for the best that a mismatch can make of a board of d pieces.
  std::uint32_t max_next(std::size_t d, std::size_t odd) const { return max_next_[d][odd]; }
  /// Pieces placed before the first mismatch.
  std::size_t first_unlocked() const;

  void save(ByteWriter& out) const;
  /// Of boards of up to `length` pieces, or an empty one.
  static Allowance read(ByteReader& in, std::size_t length);
  bool empty() const { return max_.empty(); }

 private:
  std::vector<Row> max_, max_next_;
};

}  // namespace tesselle::edge::schedule
