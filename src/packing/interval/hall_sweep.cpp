#include "packing/interval/hall_sweep.hpp"

#include <immintrin.h>

#include <algorithm>
#include <bit>

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

/// Off the cells that are taken. False if no others are left.
bool move_off(Interval& number, const CellSet& taken) {
  std::size_t low = number.low, high = number.high;
  while (low < high && contains(taken, low)) ++low;
  while (high > low && contains(taken, high)) --high;
  number = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
  return !contains(taken, low);
}

constexpr unsigned lows = 0x5555, highs = 0xaaaa;  ///< of a block of bounds

__m128i load_bounds(const Interval* numbers) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers)); }
unsigned lanes_of(__m128i mask) { return static_cast<unsigned>(_mm_movemask_epi8(mask)); }
std::size_t bound_index(unsigned lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }

/// Which lanes, all below 128, are members of the set?
__m128i members(__m128i lanes, __m128i set) {
  const __m128i byte = _mm_shuffle_epi8(set, _mm_and_si128(_mm_srli_epi16(lanes, 3), _mm_set1_epi8(15)));
  const __m128i bits = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201u));
  const __m128i bit = _mm_shuffle_epi8(bits, _mm_and_si128(lanes, _mm_set1_epi8(7)));
  return _mm_cmpeq_epi8(_mm_and_si128(byte, bit), bit);
}

}  // namespace

OpenNumbers OpenNumbers::all(std::size_t points) {
  OpenNumbers open;
  for (std::size_t point = 0; point < points; ++point)
    open.bounds[point / block] = static_cast<std::uint16_t>(open.bounds[point / block] | 3u << (point % block * 2));
  for (std::size_t cell = points; cell < max_values; ++cell) open.taken[cell / 64] |= std::uint64_t{1} << (cell % 64);
  return open;
}

bool HallSweep::drop_fixed(const Numbers& numbers, OpenNumbers& open) const {
  for (std::size_t b = 0; b < blocks_; ++b) {
    const __m128i bounds = load_bounds(&numbers[b * OpenNumbers::block]);
    const __m128i swapped = _mm_or_si128(_mm_slli_epi16(bounds, 8), _mm_srli_epi16(bounds, 8));
    unsigned fixed = lanes_of(_mm_cmpeq_epi16(bounds, swapped)) & open.bounds[b];
    open.bounds[b] = static_cast<std::uint16_t>(open.bounds[b] & ~fixed);
    for (; fixed != 0; fixed &= fixed - 1, fixed &= fixed - 1) {
      const std::size_t cell = numbers[b * OpenNumbers::block + bound_index(fixed) / 2].low;
      if (contains(open.taken, cell)) return false;
      open.taken[cell / 64] |= std::uint64_t{1} << (cell % 64);
    }
  }
  return true;
}

bool HallSweep::skip_taken(Numbers& numbers, OpenNumbers& open) {
  moved_count_ = 0;
  if (!drop_fixed(numbers, open)) return false;
  const __m128i taken = _mm_loadu_si128(reinterpret_cast<const __m128i*>(open.taken.data()));
  const __m128i first = every_lane(first_left(open.taken)), last = every_lane(last_left(open.taken));
  unsigned any = 0, reach_first = 0, reach_last = 0;
  for (std::size_t b = 0; b < blocks_; ++b) {
    const unsigned here = open.bounds[b];
    if (here == 0) continue;
    any |= here;
    __m128i bounds = load_bounds(&numbers[b * OpenNumbers::block]);
    unsigned hit = lanes_of(members(bounds, taken)) & here;
    if (hit != 0) {
      for (; hit != 0; hit &= hit - 1) {
        const std::size_t point = b * OpenNumbers::block + bound_index(hit) / 2;
        if (!move_off(numbers[point], open.taken)) return false;
        if (moved_count_ == 0 || moved_[moved_count_ - 1] != point)
          moved_[moved_count_++] = static_cast<std::uint8_t>(point);
      }
      bounds = load_bounds(&numbers[b * OpenNumbers::block]);
    }
    reach_first |= lanes_of(_mm_cmpeq_epi8(bounds, first)) & here;
    reach_last |= lanes_of(_mm_cmpeq_epi8(bounds, last)) & here;
  }
  // The commonest dead end is a cell that everybody has been cut off.
  return any == 0 || ((reach_first & lows) != 0 && (reach_last & highs) != 0);
}

bool HallSweep::narrow(Numbers& numbers, const OpenNumbers& open) {
  moved_count_ = 0;
  if (counted_taken_ != open.taken) count_cells(open);
  rank(numbers, open);
  if (count_ == 0) return true;
  if (!sweep()) return false;
  if (!any_hall_) return true;
  move_bounds();
  for (std::size_t i = 0; i < count_; ++i) {
    Interval& number = numbers[open_[i]];
    const Interval narrowed{cell_[low_[i]], cell_[high_[i]]};
    moved_[moved_count_] = open_[i];
    moved_count_ += number != narrowed;
    number = narrowed;
  }
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

void HallSweep::rank(const Numbers& numbers, const OpenNumbers& open) {
  count_ = 0;
  first_.fill(none);
  for (std::size_t b = 0; b < blocks_; ++b)
    for (unsigned left = open.bounds[b] & lows; left != 0; left &= left - 1) {
      const std::size_t point = b * OpenNumbers::block + bound_index(left) / 2, i = count_++;
      open_[i] = static_cast<std::uint8_t>(point);
      low_[i] = cells_below_[numbers[point].low];
      high_[i] = cells_below_[numbers[point].high];
      next_[i] = first_[low_[i]];
      first_[low_[i]] = static_cast<std::uint8_t>(i);
    }
}

bool HallSweep::sweep() {
  const std::size_t count = count_, size = (count + block - 1) / block * block;
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
void HallSweep::move_bounds() {
  const std::size_t count = count_;
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
