#pragma once

#include <immintrin.h>

#include "packing/cover/kernels.hpp"

namespace tesselle::packing {

#define TESSELLE_AVX2 __attribute__((target("avx2,bmi2,popcnt")))

/// For each set of kept lanes, the 32-bit permutation that moves them to the front.
alignas(32) inline constexpr std::uint32_t avx2_front[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};

/// The first `count` lanes, 1 .. 4 or more.
alignas(32) inline constexpr std::int64_t avx2_lanes[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
TESSELLE_AVX2 inline __m256i avx2_first_lanes(std::size_t count) {
  const std::size_t lanes = count >= 4 ? 4 : count;
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(avx2_lanes + 4 - lanes));
}

TESSELLE_AVX2 inline __m256i load(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}

/// Unary counters that stop at four, four words at a time.
struct Avx2Counters {
  __m256i one, two, three, four;
};

TESSELLE_AVX2 inline Avx2Counters merged(const Avx2Counters& a, const Avx2Counters& b) {
  const __m256i pairs = _mm256_and_si256(a.two, b.two);
  const __m256i cross = _mm256_or_si256(_mm256_and_si256(a.three, b.one), _mm256_and_si256(a.one, b.three));
  return {_mm256_or_si256(a.one, b.one),
          _mm256_or_si256(_mm256_or_si256(a.two, b.two), _mm256_and_si256(a.one, b.one)),
          _mm256_or_si256(_mm256_or_si256(a.three, b.three),
                          _mm256_or_si256(_mm256_and_si256(a.two, b.one), _mm256_and_si256(a.one, b.two))),
          _mm256_or_si256(_mm256_or_si256(a.four, b.four), _mm256_or_si256(pairs, cross))};
}

TESSELLE_AVX2 inline void store_merged(Avx2Counters c, std::uint64_t* one, std::uint64_t* two, std::uint64_t* three,
                                       std::uint64_t* four) {
  c = merged(c, {_mm256_permute4x64_epi64(c.one, 0x4e), _mm256_permute4x64_epi64(c.two, 0x4e),
                 _mm256_permute4x64_epi64(c.three, 0x4e), _mm256_permute4x64_epi64(c.four, 0x4e)});
  c = merged(c, {_mm256_shuffle_epi32(c.one, 0x4e), _mm256_shuffle_epi32(c.two, 0x4e),
                 _mm256_shuffle_epi32(c.three, 0x4e), _mm256_shuffle_epi32(c.four, 0x4e)});
  *one = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(c.one)));
  *two = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(c.two)));
  *three = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(c.three)));
  *four = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(c.four)));
}

TESSELLE_AVX2 inline void add(Avx2Counters& c, __m256i masks) {
  c.four = _mm256_or_si256(c.four, _mm256_and_si256(c.three, masks));
  c.three = _mm256_or_si256(c.three, _mm256_and_si256(c.two, masks));
  c.two = _mm256_or_si256(c.two, _mm256_and_si256(c.one, masks));
  c.one = _mm256_or_si256(c.one, masks);
}

template <int W>
TESSELLE_AVX2 bool Avx2Kernel::filter(Columns<const std::uint64_t> from, Columns<std::uint64_t> to, Segment* segments,
                                      std::size_t segment_count, const CellMask<W>& chosen) {
  __m256i taken[W];
  for (std::size_t w = 0; w < W; ++w) taken[w] = _mm256_set1_epi64x(static_cast<long long>(chosen[w]));
  const __m256i zero = _mm256_setzero_si256();
  std::uint32_t out = 0;
  for (std::size_t s = 0; s < segment_count; ++s) {
    Segment& segment = segments[s];
    const std::uint32_t start = out, end = segment.begin + segment.count;
    for (std::uint32_t i = segment.begin; i < end; i += 4) {
      __m256i words[W];
      __m256i overlap = zero;
      for (std::size_t w = 0; w < W; ++w) {
        words[w] = load(from.column(w) + i);
        overlap = _mm256_or_si256(overlap, _mm256_and_si256(words[w], taken[w]));
      }
      const __m256i kept = _mm256_and_si256(_mm256_cmpeq_epi64(overlap, zero), avx2_first_lanes(end - i));
      const auto keep = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(kept)));
      const __m256i front = _mm256_load_si256(reinterpret_cast<const __m256i*>(avx2_front[keep]));
      for (std::size_t w = 0; w < W; ++w)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.column(w) + out),
                            _mm256_permutevar8x32_epi32(words[w], front));
      out += static_cast<std::uint32_t>(__builtin_popcount(keep));
    }
    segment.begin = start;
    segment.count = out - start;
    if (static_cast<std::int32_t>(segment.count) < segment.need) return false;
  }
  return true;
}

template <int W>
TESSELLE_AVX2 void Avx2Kernel::count(Columns<const std::uint64_t> level, std::size_t count, CoverCounts<W>& counts) {
  for (std::size_t w = 0; w < W; ++w) {
    const __m256i zero = _mm256_setzero_si256();
    Avx2Counters counters{zero, zero, zero, zero};
    const std::uint64_t* column = level.column(w);
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) add(counters, load(column + i));
    if (i < count) add(counters, _mm256_and_si256(load(column + i), avx2_first_lanes(count - i)));
    store_merged(counters, &counts.at_least[0][w], &counts.at_least[1][w], &counts.at_least[2][w],
                 &counts.at_least[3][w]);
  }
}

TESSELLE_AVX2 inline std::uint32_t Avx2Kernel::gather(const std::uint64_t* column, std::size_t count,
                                                      std::uint64_t bit, std::uint32_t* positions) {
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(bit));
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < count; i += 4) {
    const __m256i there = _mm256_cmpeq_epi64(_mm256_and_si256(load(column + i), wanted), wanted);
    const __m256i valid = _mm256_and_si256(there, avx2_first_lanes(count - i));
    auto hits = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(valid)));
    for (; hits != 0; hits &= hits - 1)
      positions[out++] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(hits));
  }
  return out;
}

}  // namespace tesselle::packing
