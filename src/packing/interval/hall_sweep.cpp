#include "packing/interval/hall_sweep.hpp"

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace tesselle::packing::interval {
namespace {

struct RankIndex {
  alignas(16) std::array<std::uint8_t, max_values> index;
  constexpr RankIndex() : index() {
    for (std::size_t i = 0; i < max_values; ++i) index[i] = static_cast<std::uint8_t>(i);
  }
};
constexpr RankIndex ranks_in_a_row;

__m128i load_block(const std::uint8_t* from) { return _mm_load_si128(reinterpret_cast<const __m128i*>(from)); }
void store_block(std::uint8_t* to, __m128i block) { _mm_store_si128(reinterpret_cast<__m128i*>(to), block); }
__m128i every_lane(std::size_t value) { return _mm_set1_epi8(static_cast<char>(value)); }

using CellSet = std::array<std::uint64_t, max_values / 64>;

bool contains(const CellSet& set, std::size_t cell) { return (set[cell / 64] >> (cell % 64) & 1) != 0; }

std::size_t first_left(const CellSet& taken) {
  std::size_t word = 0;
  while (word + 1 < taken.size() && ~taken[word] == 0) ++word;
  return 64 * word + static_cast<std::size_t>(std::countr_one(taken[word]));
}

std::size_t last_left(const CellSet& taken) {
  std::size_t word = taken.size() - 1;
  while (word > 0 && ~taken[word] == 0) --word;
  return 64 * word + 63 - static_cast<std::size_t>(std::countl_one(taken[word]));
}

}  // namespace

OpenNumbers OpenNumbers::all(std::size_t points, std::size_t cells) {
  OpenNumbers open;
  open.count = points;
  std::iota(open.points.begin(), open.points.end(), std::uint8_t{0});
  for (std::size_t cell = cells; cell < max_values; ++cell) open.taken[cell / 64] |= std::uint64_t{1} << (cell % 64);
  return open;
}

bool HallSweep::skip_taken(std::span<Interval> numbers, OpenNumbers& open) {
  moved_count_ = 0;
  if (!drop_fixed(numbers, open)) return false;
  if (open.count == 0) return true;
  const std::size_t first = first_left(open.taken), last = last_left(open.taken);
  bool first_is_reached = false, last_is_reached = false;
  for (std::size_t i = 0; i < open.count; ++i) {
    const std::uint8_t point = open.points[i];
    Interval& number = numbers[point];
    std::size_t low = number.low, high = number.high;
    while (low <= high && contains(open.taken, low)) ++low;
    while (high > low && contains(open.taken, high)) --high;
    if (low > high) return false;
    moved_[moved_count_] = point;
    moved_count_ += low != number.low || high != number.high;
    number = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
    first_is_reached |= low == first;
    last_is_reached |= high == last;
  }
  return first_is_reached && last_is_reached;  // the commonest dead end: a cell that everybody has been cut off
}

bool HallSweep::narrow(std::span<Interval> numbers, const OpenNumbers& open) {
  moved_count_ = 0;
  if (open.count == 0) return true;
  if (counted_taken_ != open.taken) count_cells(open);
  rank(numbers, open);
  if (!sweep(open.count)) return false;
  if (!any_hall_) return true;
  move_bounds(open.count);
  for (std::size_t i = 0; i < open.count; ++i) {
    Interval& number = numbers[open.points[i]];
    const Interval narrowed{cell_[low_[i]], cell_[high_[i]]};
    moved_[moved_count_] = open.points[i];
    moved_count_ += number != narrowed;
    number = narrowed;
  }
  return true;
}

bool HallSweep::drop_fixed(std::span<const Interval> numbers, OpenNumbers& open) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < open.count; ++i) {
    const std::uint8_t point = open.points[i];
    const Interval number = numbers[point];
    open.points[kept] = point;
    if (!number.fixed()) {
      ++kept;
      continue;
    }
    std::uint64_t& word = open.taken[number.low / 64];
    const std::uint64_t bit = std::uint64_t{1} << (number.low % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
  }
  open.count = kept;
  return true;
}

void HallSweep::count_cells(const OpenNumbers& open) {
  counted_taken_ = open.taken;
  std::size_t below = 0;
  for (std::size_t cell = 0; cell < max_values; ++cell) {
    cells_below_[cell] = static_cast<std::uint8_t>(below);
    cell_[below] = static_cast<std::uint8_t>(cell);
    below += !contains(open.taken, cell);
  }
}

void HallSweep::rank(std::span<const Interval> numbers, const OpenNumbers& open) {
  std::fill_n(first_.begin(), open.count, none);
  for (std::size_t i = 0; i < open.count; ++i) {
    const Interval number = numbers[open.points[i]];
    low_[i] = cells_below_[number.low];
    high_[i] = cells_below_[number.high];
    next_[i] = first_[low_[i]];
    first_[low_[i]] = static_cast<std::uint8_t>(i);
  }
}

bool HallSweep::sweep(std::size_t count) {
  const std::size_t size = (count + block - 1) / block * block;
  std::fill_n(left_over_.begin(), size, none);
  std::fill_n(lowest_start_.begin(), count, none);
  any_hall_ = false;
  const __m128i one = every_lane(1);
  __m128i overfull = _mm_setzero_si128();
  for (std::size_t start = count; start-- > 0;) {
    left_over_[start] = static_cast<std::uint8_t>(start + 2);
    highest_end_[start] = none;
    if (first_[start] == none) continue;
    for (std::uint8_t i = first_[start]; i != none; i = next_[i]) {
      const __m128i ends_before = every_lane(high_[i]);
      for (std::size_t b = high_[i] / block * block; b < size; b += block) {
        const __m128i index = load_block(&ranks_in_a_row.index[b]);
        const __m128i reached = _mm_cmpeq_epi8(_mm_max_epu8(index, ends_before), index);
        store_block(&left_over_[b], _mm_subs_epu8(load_block(&left_over_[b]), _mm_and_si128(reached, one)));
      }
    }
    const __m128i here = every_lane(start + 1);
    for (std::size_t b = start / block * block; b < size; b += block) {
      const __m128i left = load_block(&left_over_[b]);
      overfull = _mm_or_si128(overfull, _mm_subs_epu8(here, left));
      for (auto full = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(left, here))); full != 0;
           full &= full - 1) {
        const std::size_t end = b + static_cast<std::size_t>(std::countr_zero(full));
        lowest_start_[end] = static_cast<std::uint8_t>(start);
        highest_end_[start] = static_cast<std::uint8_t>(end);
        any_hall_ |= end - start + 1 < count;
      }
    }
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(overfull, _mm_setzero_si128())) != 0xffff) return false;
  }
  return true;
}

/// Of the Hall intervals with the same end the longest does what the others do, and a lower end that is moved may start
/// inside one that ends later; likewise from the other side.
void HallSweep::move_bounds(std::size_t count) {
  for (std::size_t end = 0; end + 1 < count; ++end) {
    const std::uint8_t start = lowest_start_[end];
    if (start == none) continue;
    for (std::size_t i = 0; i < count; ++i)
      if (low_[i] >= start && low_[i] <= end && high_[i] > end) low_[i] = static_cast<std::uint8_t>(end + 1);
  }
  for (std::size_t start = count; start-- > 1;) {
    const std::uint8_t end = highest_end_[start];
    if (end == none) continue;
    for (std::size_t i = 0; i < count; ++i)
      if (high_[i] >= start && high_[i] <= end && low_[i] < start) high_[i] = static_cast<std::uint8_t>(start - 1);
  }
}

}  // namespace tesselle::packing::interval
