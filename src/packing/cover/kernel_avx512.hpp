#pragma once

// g++ 12 takes the undefined registers inside some intrinsics for our mistakes.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop

#include "packing/cover/kernels.hpp"

namespace tesselle::packing {

#define TESSELLE_AVX512 __attribute__((target("avx512f,avx512vl,avx512dq,bmi2,popcnt")))

/// Unary counters that stop at four, eight words at a time.
struct Avx512Counters {
  __m512i one, two, three, four;
};

/// Adds the counters of the other lanes, brought here by a permutation.
TESSELLE_AVX512 inline Avx512Counters merged(const Avx512Counters& a, const Avx512Counters& b) {
  const __m512i pairs = _mm512_and_si512(a.two, b.two);
  const __m512i cross = _mm512_or_si512(_mm512_and_si512(a.three, b.one), _mm512_and_si512(a.one, b.three));
  return {_mm512_or_si512(a.one, b.one),
          _mm512_or_si512(_mm512_or_si512(a.two, b.two), _mm512_and_si512(a.one, b.one)),
          _mm512_or_si512(_mm512_or_si512(a.three, b.three),
                          _mm512_or_si512(_mm512_and_si512(a.two, b.one), _mm512_and_si512(a.one, b.two))),
          _mm512_or_si512(_mm512_or_si512(a.four, b.four), _mm512_or_si512(pairs, cross))};
}

TESSELLE_AVX512 inline void store_merged(Avx512Counters c, std::uint64_t* one, std::uint64_t* two,
                                         std::uint64_t* three, std::uint64_t* four) {
  c = merged(c, {_mm512_shuffle_i64x2(c.one, c.one, 0x4e), _mm512_shuffle_i64x2(c.two, c.two, 0x4e),
                 _mm512_shuffle_i64x2(c.three, c.three, 0x4e), _mm512_shuffle_i64x2(c.four, c.four, 0x4e)});
  c = merged(c, {_mm512_shuffle_i64x2(c.one, c.one, 0xb1), _mm512_shuffle_i64x2(c.two, c.two, 0xb1),
                 _mm512_shuffle_i64x2(c.three, c.three, 0xb1), _mm512_shuffle_i64x2(c.four, c.four, 0xb1)});
  c = merged(c, {_mm512_permutex_epi64(c.one, 0xb1), _mm512_permutex_epi64(c.two, 0xb1),
                 _mm512_permutex_epi64(c.three, 0xb1), _mm512_permutex_epi64(c.four, 0xb1)});
  *one = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(c.one)));
  *two = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(c.two)));
  *three = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(c.three)));
  *four = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(c.four)));
}

TESSELLE_AVX512 inline void add(Avx512Counters& c, __m512i masks) {
  c.four = _mm512_or_si512(c.four, _mm512_and_si512(c.three, masks));
  c.three = _mm512_or_si512(c.three, _mm512_and_si512(c.two, masks));
  c.two = _mm512_or_si512(c.two, _mm512_and_si512(c.one, masks));
  c.one = _mm512_or_si512(c.one, masks);
}

TESSELLE_AVX512 inline __mmask8 first_lanes(std::size_t count) {
  return count >= 8 ? static_cast<__mmask8>(0xff) : static_cast<__mmask8>((1u << count) - 1);
}

template <int W>
TESSELLE_AVX512 bool Avx512Kernel::filter(Columns<const std::uint64_t> from, Columns<std::uint64_t> to,
                                          Segment* segments, std::size_t segment_count, const CellMask<W>& chosen) {
  __m512i taken[W];
  for (std::size_t w = 0; w < W; ++w) taken[w] = _mm512_set1_epi64(static_cast<long long>(chosen[w]));
  std::uint32_t out = 0;
  for (std::size_t s = 0; s < segment_count; ++s) {
    Segment& segment = segments[s];
    const std::uint32_t start = out, end = segment.begin + segment.count;
    for (std::uint32_t i = segment.begin; i < end; i += 8) {
      __m512i words[W];
      __m512i overlap = _mm512_setzero_si512();
      for (std::size_t w = 0; w < W; ++w) {
        words[w] = _mm512_loadu_si512(from.column(w) + i);
        overlap = _mm512_or_si512(overlap, _mm512_and_si512(words[w], taken[w]));
      }
      const __mmask8 keep = _mm512_mask_testn_epi64_mask(first_lanes(end - i), overlap, overlap);
      for (std::size_t w = 0; w < W; ++w)
        _mm512_storeu_si512(to.column(w) + out, _mm512_maskz_compress_epi64(keep, words[w]));
      out += static_cast<std::uint32_t>(__builtin_popcount(keep));
    }
    segment.begin = start;
    segment.count = out - start;
    if (static_cast<std::int32_t>(segment.count) < segment.need) return false;
  }
  return true;
}

template <int W>
TESSELLE_AVX512 void Avx512Kernel::count(Columns<const std::uint64_t> level, std::size_t count,
                                         CoverCounts<W>& counts) {
  for (std::size_t w = 0; w < W; ++w) {
    const __m512i zero = _mm512_setzero_si512();
    Avx512Counters counters{zero, zero, zero, zero};
    const std::uint64_t* column = level.column(w);
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) add(counters, _mm512_loadu_si512(column + i));
    if (i < count) add(counters, _mm512_maskz_loadu_epi64(first_lanes(count - i), column + i));
    store_merged(counters, &counts.at_least[0][w], &counts.at_least[1][w], &counts.at_least[2][w],
                 &counts.at_least[3][w]);
  }
}

TESSELLE_AVX512 inline std::uint32_t Avx512Kernel::gather(const std::uint64_t* column, std::size_t count,
                                                          std::uint64_t bit, std::uint32_t* positions) {
  const __m512i wanted = _mm512_set1_epi64(static_cast<long long>(bit));
  __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < count; i += 8) {
    const __m512i words = _mm512_loadu_si512(column + i);
    const __mmask8 hit = _mm512_mask_test_epi64_mask(first_lanes(count - i), words, wanted);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(positions + out), _mm256_maskz_compress_epi32(hit, numbers));
    out += static_cast<std::uint32_t>(__builtin_popcount(hit));
    numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(8));
  }
  return out;
}

}  // namespace tesselle::packing
