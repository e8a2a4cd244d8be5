#pragma once

// g++ 12 takes the undefined registers inside some intrinsics for our mistakes.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop

#include "packing/cover/kernels.hpp"
#include "packing/cover/two_lanes.hpp"

namespace tesselle::packing {

#define TESSELLE_AVX512 __attribute__((target("avx512f,avx512vl,avx512dq,bmi2,popcnt")))

// Truth tables of three-operand instructions.
constexpr int xor_of_three = 0x96, majority_of_three = 0xe8, or_of_three = 0xfe, first_or_both_others = 0xf8;

/// Counters of two bits, and what went beyond, in each of eight lanes.
struct Avx512Counters {
  __m512i ones, twos, more;
};

/// One carry-save addition takes two placements per lane at once.
TESSELLE_AVX512 inline void add_pair(Avx512Counters& c, __m512i a, __m512i b) {
  const __m512i carry = _mm512_ternarylogic_epi64(c.ones, a, b, majority_of_three);
  c.ones = _mm512_ternarylogic_epi64(c.ones, a, b, xor_of_three);
  c.more = _mm512_ternarylogic_epi64(c.more, c.twos, carry, first_or_both_others);
  c.twos = _mm512_xor_si512(c.twos, carry);
}

/// Adds the lanes up, by halves.
template <int W>
TESSELLE_AVX512 inline void store_sum(const Avx512Counters& c, LevelSummary<W>& summary, std::size_t w) {
  const __m256i ones = _mm512_castsi512_si256(c.ones), ones_above = _mm512_extracti64x4_epi64(c.ones, 1);
  const __m256i twos = _mm512_castsi512_si256(c.twos), twos_above = _mm512_extracti64x4_epi64(c.twos, 1);
  const __m256i more = _mm256_or_si256(_mm512_castsi512_si256(c.more), _mm512_extracti64x4_epi64(c.more, 1));
  const __m256i carry = _mm256_and_si256(ones, ones_above);
  const __m256i ones4 = _mm256_xor_si256(ones, ones_above);
  const __m256i twos4 = _mm256_ternarylogic_epi64(twos, twos_above, carry, xor_of_three);
  const __m256i more4 = _mm256_or_si256(more, _mm256_ternarylogic_epi64(twos, twos_above, carry, majority_of_three));

  const __m128i ones_low = _mm256_castsi256_si128(ones4), ones_high = _mm256_extracti128_si256(ones4, 1);
  const __m128i twos_low = _mm256_castsi256_si128(twos4), twos_high = _mm256_extracti128_si256(twos4, 1);
  const __m128i carry4 = _mm_and_si128(ones_low, ones_high);
  const __m128i ones2 = _mm_xor_si128(ones_low, ones_high);
  const __m128i twos2 = _mm_ternarylogic_epi64(twos_low, twos_high, carry4, xor_of_three);
  const __m128i more2 =
      _mm_ternarylogic_epi64(_mm256_castsi256_si128(more4), _mm256_extracti128_si256(more4, 1),
                             _mm_ternarylogic_epi64(twos_low, twos_high, carry4, majority_of_three), or_of_three);

  store_last_sum(ones2, twos2, more2, summary, w);
}

/// Placements of two vectors, word by word, and which of them are kept.
template <int W>
struct Avx512Pair {
  __m512i first[W], second[W];
  __mmask8 keep_first, keep_second;
};

template <int W>
TESSELLE_AVX512 inline void load_pair(Avx512Pair<W>& pair, ReadColumns from, std::uint32_t begin, std::uint32_t end,
                                      const __m512i (&taken)[W]) {
  for (std::size_t w = 0; w < W; ++w) {
    pair.first[w] = _mm512_loadu_si512(from.column(w) + begin);
    pair.second[w] = _mm512_loadu_si512(from.column(w) + begin + 8);
  }
  __m512i overlap_first = _mm512_and_si512(pair.first[0], taken[0]);
  __m512i overlap_second = _mm512_and_si512(pair.second[0], taken[0]);
  for (std::size_t w = 1; w < W; ++w) {
    overlap_first = _mm512_ternarylogic_epi64(overlap_first, pair.first[w], taken[w], first_or_both_others);
    overlap_second = _mm512_ternarylogic_epi64(overlap_second, pair.second[w], taken[w], first_or_both_others);
  }
  const unsigned there = (1u << (end - begin < 16 ? end - begin : 16)) - 1;
  pair.keep_first = _mm512_mask_testn_epi64_mask(static_cast<__mmask8>(there), overlap_first, overlap_first);
  pair.keep_second = _mm512_mask_testn_epi64_mask(static_cast<__mmask8>(there >> 8), overlap_second, overlap_second);
}

template <int W>
TESSELLE_AVX512 bool Avx512Kernel::expand(const Expansion<W>& job, LevelSummary<W>& summary) {
  __m512i taken[W];
  Avx512Counters counters[W];
  for (std::size_t w = 0; w < W; ++w) {
    taken[w] = _mm512_set1_epi64(static_cast<long long>(job.chosen[w]));
    counters[w].ones = counters[w].twos = counters[w].more = _mm512_setzero_si512();
  }
  SegmentTally tally;
  std::uint32_t out = 0;
  for (std::size_t s = 0; s < job.run_count; ++s) {
    if (s == job.dropped) continue;
    const Segment segment = job.runs[s];
    const std::uint32_t start = out, end = segment.begin + segment.count;
    for (std::uint32_t i = segment.begin; i < end; i += 16) {
      Avx512Pair<W> pair;
      load_pair(pair, job.from, i, end, taken);
      const auto kept_first = static_cast<std::uint32_t>(__builtin_popcount(pair.keep_first));
      for (std::size_t w = 0; w < W; ++w) {
        // Compressing in a register and storing all of it is much faster than the compressing store on some machines.
        const __m512i first = _mm512_maskz_compress_epi64(pair.keep_first, pair.first[w]);
        const __m512i second = _mm512_maskz_compress_epi64(pair.keep_second, pair.second[w]);
        _mm512_storeu_si512(job.to.column(w) + out, first);
        _mm512_storeu_si512(job.to.column(w) + out + kept_first, second);
        add_pair(counters[w], first, second);
      }
      out += kept_first + static_cast<std::uint32_t>(__builtin_popcount(pair.keep_second));
    }
    if (!close_segment(tally, job.segments, segment, start, out)) return false;
  }
  for (std::size_t w = 0; w < W; ++w) store_sum(counters[w], summary, w);
  summary.segments = tally;
  return true;
}

TESSELLE_AVX512 inline __m512i add_carry_save(__m512i& sum, __m512i a, __m512i b) {
  const __m512i carry = _mm512_ternarylogic_epi64(sum, a, b, majority_of_three);
  sum = _mm512_ternarylogic_epi64(sum, a, b, xor_of_three);
  return carry;
}

/// Binary counters of eight bits in each of eight lanes, and room for the sum of the lanes.
struct Avx512Planes {
  __m512i plane[11];
};

/// Eight vectors of placements by a tree of carry-save additions; zeros from `count` on.
TESSELLE_AVX512 inline void add_eight(Avx512Planes& sums, const std::uint64_t* column, std::size_t count) {
  __m512i v[8];
  for (std::size_t k = 0; k < 8; ++k) {
    const unsigned there = 8 * k >= count ? 0u : count - 8 * k >= 8 ? 0xffu : (1u << (count - 8 * k)) - 1;
    v[k] = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(there), column + 8 * k);
  }
  auto& [ones, twos, fours, eights, a, b, c, d, e, f, g] = sums.plane;
  const __m512i twos_a = add_carry_save(ones, v[0], v[1]), twos_b = add_carry_save(ones, v[2], v[3]);
  const __m512i twos_c = add_carry_save(ones, v[4], v[5]), twos_d = add_carry_save(ones, v[6], v[7]);
  const __m512i fours_a = add_carry_save(twos, twos_a, twos_b), fours_b = add_carry_save(twos, twos_c, twos_d);
  __m512i carry = add_carry_save(fours, fours_a, fours_b);
  for (std::size_t p = 3; p < 8; ++p) {
    const __m512i both = _mm512_and_si512(sums.plane[p], carry);
    sums.plane[p] = _mm512_xor_si512(sums.plane[p], carry);
    carry = both;
  }
}

/// Adds to each lane the lane that the permutation brings there; the sums need a plane more.
template <class Permute>
TESSELLE_AVX512 inline void fold(Avx512Planes& sums, std::size_t planes) {
  __m512i carry = _mm512_setzero_si512();
  for (std::size_t p = 0; p <= planes; ++p) carry = add_carry_save(sums.plane[p], Permute::of(sums.plane[p]), carry);
}
struct SwapHalves {
  TESSELLE_AVX512 static __m512i of(__m512i v) { return _mm512_shuffle_i64x2(v, v, 0x4e); }
};
struct SwapQuarters {
  TESSELLE_AVX512 static __m512i of(__m512i v) { return _mm512_shuffle_i64x2(v, v, 0xb1); }
};
struct SwapLanes {
  TESSELLE_AVX512 static __m512i of(__m512i v) { return _mm512_permutex_epi64(v, 0xb1); }
};

TESSELLE_AVX512 inline void Avx512Kernel::count_exactly(const std::uint64_t* column, std::size_t count,
                                                        CountPlanes& counts) {
  prepare(counts, count);
  constexpr std::size_t batch = 8 * 248;  // what eight lanes of eight bits can hold, in whole vectors of eight
  for (std::size_t first = 0; first < count; first += batch) {
    Avx512Planes sums;
    for (__m512i& plane : sums.plane) plane = _mm512_setzero_si512();
    const std::size_t end = count - first < batch ? count : first + batch;
    for (std::size_t i = first; i < end; i += 64) add_eight(sums, column + i, end - i);
    fold<SwapHalves>(sums, 8);
    fold<SwapQuarters>(sums, 9);
    fold<SwapLanes>(sums, 10);
    for (std::size_t p = 0; p < std::size(sums.plane); ++p) {
      const __m128i lane = _mm512_castsi512_si128(sums.plane[p]);
      add_to_planes(counts, static_cast<std::uint64_t>(_mm_cvtsi128_si64(lane)), p);
    }
  }
}

TESSELLE_AVX512 inline std::uint32_t Avx512Kernel::gather(const std::uint64_t* column, std::size_t count,
                                                          std::uint64_t bit, std::uint32_t* positions) {
  const __m512i wanted = _mm512_set1_epi64(static_cast<long long>(bit));
  __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < count; i += 8) {
    const auto there = static_cast<__mmask8>((1u << (count - i < 8 ? count - i : 8)) - 1);
    const __mmask8 hit = _mm512_mask_test_epi64_mask(there, _mm512_loadu_si512(column + i), wanted);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(positions + out), _mm256_maskz_compress_epi32(hit, numbers));
    out += static_cast<std::uint32_t>(__builtin_popcount(hit));
    numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(8));
  }
  return out;
}

}  // namespace tesselle::packing
