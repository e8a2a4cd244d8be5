#pragma once

#include <immintrin.h>

#include "packing/cover/kernels.hpp"
#include "packing/cover/two_lanes.hpp"

namespace tesselle::packing {

#define TESSELLE_AVX2 __attribute__((target("avx2,bmi2,popcnt")))

/// For each set of kept lanes, the 32-bit permutation that moves them to the front.
alignas(32) inline constexpr std::uint32_t avx2_front[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};

/// All bits of the first `count` lanes.
alignas(32) inline constexpr std::int64_t avx2_lanes[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
TESSELLE_AVX2 inline __m256i avx2_first_lanes(std::size_t count) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(avx2_lanes + 4 - (count < 4 ? count : 4)));
}

TESSELLE_AVX2 inline __m256i avx2_load(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}
TESSELLE_AVX2 inline void avx2_store(std::uint64_t* words, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), value);
}

/// Adds two vectors to `sum`, bit by bit, and returns the carries.
TESSELLE_AVX2 inline __m256i add_carry_save(__m256i& sum, __m256i a, __m256i b) {
  const __m256i either = _mm256_xor_si256(a, b);
  const __m256i carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(either, sum));
  sum = _mm256_xor_si256(sum, either);
  return carry;
}

/// Counters of two bits, and what went beyond, in each of four lanes.
struct Avx2Counters {
  __m256i ones, twos, more;
};

TESSELLE_AVX2 inline void add_pair(Avx2Counters& c, __m256i a, __m256i b) {
  const __m256i carry = add_carry_save(c.ones, a, b);
  c.more = _mm256_or_si256(c.more, _mm256_and_si256(c.twos, carry));
  c.twos = _mm256_xor_si256(c.twos, carry);
}

/// Adds the lanes up, by halves.
template <int W>
TESSELLE_AVX2 inline void store_sum(const Avx2Counters& c, LevelSummary<W>& summary, std::size_t w) {
  const __m128i ones = _mm256_castsi256_si128(c.ones), ones_above = _mm256_extracti128_si256(c.ones, 1);
  const __m128i twos = _mm256_castsi256_si128(c.twos), twos_above = _mm256_extracti128_si256(c.twos, 1);
  const __m128i more = _mm_or_si128(_mm256_castsi256_si128(c.more), _mm256_extracti128_si256(c.more, 1));
  const __m128i carry = _mm_and_si128(ones, ones_above), half = _mm_xor_si128(twos, twos_above);
  const __m128i beyond = _mm_or_si128(_mm_and_si128(twos, twos_above), _mm_and_si128(half, carry));
  store_last_sum(_mm_xor_si128(ones, ones_above), _mm_xor_si128(half, carry), _mm_or_si128(more, beyond), summary, w);
}

/// Which of the four placements at `position` are before `end` and touch nothing: all bits of their lanes.
template <int W>
TESSELLE_AVX2 inline __m256i avx2_kept(ReadColumns from, std::uint32_t position, std::uint32_t end,
                                       const __m256i (&taken)[W]) {
  __m256i overlap = _mm256_setzero_si256();
  for (std::size_t w = 0; w < W; ++w)
    overlap = _mm256_or_si256(overlap, _mm256_and_si256(avx2_load(from.column(w) + position), taken[w]));
  const __m256i there = avx2_first_lanes(position < end ? end - position : 0);
  return _mm256_and_si256(_mm256_cmpeq_epi64(overlap, _mm256_setzero_si256()), there);
}

TESSELLE_AVX2 inline unsigned avx2_bits(__m256i lanes) {
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes)));
}

/// Stores the kept lanes one after the other and returns the vector with the others zero.
TESSELLE_AVX2 inline __m256i avx2_compact(std::uint64_t* to, const std::uint64_t* from, __m256i kept, unsigned bits) {
  const __m256i front = _mm256_load_si256(reinterpret_cast<const __m256i*>(avx2_front[bits]));
  const __m256i words = avx2_load(from);
  avx2_store(to, _mm256_permutevar8x32_epi32(words, front));
  return _mm256_and_si256(words, kept);
}

template <int W>
TESSELLE_AVX2 bool Avx2Kernel::expand(const Expansion<W>& job, LevelSummary<W>& summary) {
  __m256i taken[W];
  Avx2Counters counters[W];
  for (std::size_t w = 0; w < W; ++w) {
    taken[w] = _mm256_set1_epi64x(static_cast<long long>(job.chosen[w]));
    counters[w].ones = counters[w].twos = counters[w].more = _mm256_setzero_si256();
  }
  SegmentTally tally;
  std::uint32_t out = 0;
  for (std::size_t s = 0; s < job.run_count; ++s) {
    if (s == job.dropped) continue;
    const Segment segment = job.runs[s];
    const std::uint32_t start = out, end = segment.begin + segment.count;
    for (std::uint32_t i = segment.begin; i < end; i += 8) {
      const __m256i kept_first = avx2_kept(job.from, i, end, taken),
                    kept_second = avx2_kept(job.from, i + 4, end, taken);
      const unsigned bits_first = avx2_bits(kept_first), bits_second = avx2_bits(kept_second);
      const std::uint32_t middle = out + static_cast<std::uint32_t>(__builtin_popcount(bits_first));
      for (std::size_t w = 0; w < W; ++w) {
        const std::uint64_t* column = job.from.column(w) + i;
        const __m256i first = avx2_compact(job.to.column(w) + out, column, kept_first, bits_first);
        const __m256i second = avx2_compact(job.to.column(w) + middle, column + 4, kept_second, bits_second);
        add_pair(counters[w], first, second);
      }
      out = middle + static_cast<std::uint32_t>(__builtin_popcount(bits_second));
    }
    if (!close_segment(tally, job.segments, segment, start, out)) return false;
  }
  for (std::size_t w = 0; w < W; ++w) store_sum(counters[w], summary, w);
  summary.segments = tally;
  return true;
}

/// Four vectors at a time by carry-save additions; counters of four lanes and six bits are emptied before they are
/// full.
TESSELLE_AVX2 inline void Avx2Kernel::count_exactly(const std::uint64_t* column, std::size_t count,
                                                    CountPlanes& counts) {
  prepare(counts, count);
  constexpr std::size_t planes = 6, batch = 4 * 60;
  for (std::size_t first = 0; first < count; first += batch) {
    __m256i sums[planes];
    for (__m256i& sum : sums) sum = _mm256_setzero_si256();
    const std::size_t end = count - first < batch ? count : first + batch;
    for (std::size_t i = first; i < end; i += 16) {
      __m256i v[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t position = i + 4 * k;
        const __m256i there = avx2_first_lanes(position < end ? end - position : 0);
        v[k] = _mm256_and_si256(avx2_load(column + position), there);
      }
      const __m256i twos_a = add_carry_save(sums[0], v[0], v[1]), twos_b = add_carry_save(sums[0], v[2], v[3]);
      __m256i carry = add_carry_save(sums[1], twos_a, twos_b);
      for (std::size_t p = 2; p < planes; ++p) {
        const __m256i both = _mm256_and_si256(sums[p], carry);
        sums[p] = _mm256_xor_si256(sums[p], carry);
        carry = both;
      }
    }
    for (std::size_t p = 0; p < planes; ++p) {
      std::uint64_t lanes[4];
      avx2_store(lanes, sums[p]);
      for (const std::uint64_t lane : lanes) add_to_planes(counts, lane, p);
    }
  }
}

TESSELLE_AVX2 inline std::uint32_t Avx2Kernel::gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                                                      std::uint32_t* positions) {
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(bit));
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < count; i += 4) {
    const __m256i there = _mm256_cmpeq_epi64(_mm256_and_si256(avx2_load(column + i), wanted), wanted);
    unsigned hits = avx2_bits(_mm256_and_si256(there, avx2_first_lanes(count - i)));
    for (; hits != 0; hits &= hits - 1)
      positions[out++] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(hits));
  }
  return out;
}

}  // namespace tesselle::packing
