#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "packing/interval/permutation.hpp"

namespace tesselle::packing::interval {

/// Open cell numbers and the cells that are left for them.
struct OpenNumbers {
  std::array<std::uint8_t, max_values> points;  ///< [0 .. count): ascending
  std::size_t count = 0;
  std::array<std::uint64_t, max_values / 64> taken{};  ///< cells of fixed numbers

  static OpenNumbers all(std::size_t points, std::size_t cells);
};

/// Narrows "all these numbers are different and use up all cells" to the same intervals as Permutation, without taking
/// it apart. Hall intervals (as many cells as numbers that are confined to them) are what moves bounds: a number that
/// starts inside and can leave must start behind. The sweep goes through the lower ends from above and keeps, for every
/// upper end at once, sixteen to a register, how many cells are left over: a Hall interval has none.
class HallSweep {
 public:
  /// The cheap part, worth doing until it changes nothing: numbers that are fixed leave `open`, bounds move off their
  /// cells. False if there is no solution; the intervals are then worth nothing.
  bool skip_taken(std::span<Interval> numbers, OpenNumbers& open);
  /// The whole constraint, after skip_taken().
  bool narrow(std::span<Interval> numbers, const OpenNumbers& open);
  /// The points whose numbers the last call has narrowed.
  std::span<const std::uint8_t> moved() const { return std::span(moved_).first(moved_count_); }

 private:
  static bool drop_fixed(std::span<const Interval> numbers, OpenNumbers& open);
  void count_cells(const OpenNumbers& open);
  void rank(std::span<const Interval> numbers, const OpenNumbers& open);
  bool sweep(std::size_t count);
  void move_bounds(std::size_t count);

  static constexpr std::size_t block = 16;
  static constexpr std::uint8_t none = 255;

  std::array<std::uint64_t, max_values / 64> counted_taken_{};  ///< for which the next two were made; at first never
  // Cells that are left are counted from 0: "ranks".
  std::array<std::uint8_t, max_values> cells_below_;                ///< per cell: how many are left below it
  std::array<std::uint8_t, max_values + 1> cell_;                   ///< per rank
  alignas(block) std::array<std::uint8_t, max_values> low_, high_;  ///< per open number, in ranks
  std::array<std::uint8_t, max_values> first_, next_;               ///< open numbers by their low_, chained
  alignas(block) std::array<std::uint8_t, max_values> left_over_;   ///< per upper end: cells minus numbers from `start`
                                                                    ///< on, + start + 1; 0 is "too few"
  std::array<std::uint8_t, max_values> lowest_start_, highest_end_;  ///< Hall intervals per end and per start, or none
  bool any_hall_ = false;
  std::array<std::uint8_t, max_values> moved_;
  std::size_t moved_count_ = 0;
};

}  // namespace tesselle::packing::interval
