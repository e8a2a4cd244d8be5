#pragma once

#include <emmintrin.h>

#include "packing/cover/kernels.hpp"

namespace tesselle::packing {

[[gnu::always_inline]] inline std::uint64_t low_lane(__m128i v) {
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(v));
}
[[gnu::always_inline]] inline std::uint64_t high_lane(__m128i v) { return low_lane(_mm_unpackhi_epi64(v, v)); }

/// Adds the last two lanes of counters up and reads one word of the summary off them.
template <int W>
[[gnu::always_inline]] inline void store_last_sum(__m128i ones, __m128i twos, __m128i more, LevelSummary<W>& summary,
                                                  std::size_t w) {
  const std::uint64_t carry = low_lane(ones) & high_lane(ones), half = low_lane(twos) ^ high_lane(twos);
  const std::uint64_t beyond = (low_lane(twos) & high_lane(twos)) | (half & carry);
  store_counts(summary, w, low_lane(ones) ^ high_lane(ones), half ^ carry, low_lane(more) | high_lane(more) | beyond);
}

}  // namespace tesselle::packing
