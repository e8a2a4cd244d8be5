#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "packing/interval/cut.hpp"
#include "packing/interval/permutation.hpp"

namespace tesselle::packing::interval {

/// Which cell numbers are open, and which cells are taken by those that are fixed.
struct OpenNumbers {
  static constexpr std::size_t block = 8;  ///< points whose intervals fill a register
  /// Per block two bits for each point that is open: its low, its high.
  std::array<std::uint16_t, max_values / block> bounds{};
  std::array<std::uint64_t, max_values / 64> taken{};

  static OpenNumbers all(std::size_t points);
};

/// Narrows "all these numbers are different and use up all cells" to the same intervals as Permutation, without taking
/// it apart. Hall intervals (as many cells as numbers that are confined to them) are what moves bounds: a number that
/// starts inside and can leave must start behind. The sweep goes through the lower ends from above and keeps, for every
/// upper end at once, sixteen to a register, how many cells are left over: a Hall interval has none.
class HallSweep {
 public:
  using Numbers = std::array<Interval, max_values + OpenNumbers::block>;  ///< one block more than are used

  explicit HallSweep(std::size_t points) : blocks_((points + OpenNumbers::block - 1) / OpenNumbers::block) {}

  /// The cheap part, worth doing until it changes nothing: numbers that are fixed leave `open`, bounds move off their
  /// cells. False if there is no solution; the intervals are then worth nothing.
  bool skip_taken(Numbers& numbers, OpenNumbers& open);
  /// The whole constraint, after skip_taken().
  bool narrow(Numbers& numbers, const OpenNumbers& open);
  /// Of the open numbers that start on the first cell that is left the first: where narrowing ends, they are those that
  /// start lowest. No cut if all are fixed.
  Cut first_on_first_cell(const Numbers& numbers, const OpenNumbers& open) const;
  /// The points whose numbers the last call has narrowed.
  std::span<const std::uint8_t> moved() const { return std::span(moved_).first(moved_count_); }

 private:
  bool drop_fixed(const Numbers& numbers, OpenNumbers& open) const;
  void count_cells(const OpenNumbers& open);
  void rank(const Numbers& numbers, const OpenNumbers& open);
  bool sweep();
  void move_bounds();

  static constexpr std::size_t block = 16;
  static constexpr std::uint8_t none = 255;

  std::size_t blocks_;

  std::array<std::uint64_t, max_values / 64> counted_taken_{};  ///< for which the next two were made; at first never
  // The numbers that are open, and the cells that are left, counted from 0: "ranks". There are as many of both.
  std::size_t count_ = 0;
  std::array<std::uint8_t, max_values> open_;                       ///< points
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
