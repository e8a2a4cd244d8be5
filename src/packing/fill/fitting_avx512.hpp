#pragma once

#include <immintrin.h>

#include "packing/fill/fill_kernels.hpp"

namespace tesselle::packing {

template <int V>
__attribute__((target("avx512f,avx512vl,popcnt"))) std::uint32_t Avx512Fitting::fitting(const std::uint64_t* list,
                                                                                        std::size_t length,
                                                                                        std::size_t first,
                                                                                        const FillState<V>& taken,
                                                                                        std::uint32_t* positions) {
  __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(static_cast<int>(first / 8 * 8)));
  std::uint32_t out = 0;
  for (std::size_t i = first / 8 * 8; i < length; i += 8) {
    __m512i overlap = _mm512_setzero_si512();
    for (std::size_t w = 0; w < V; ++w) {
      const __m512i words = _mm512_loadu_si512(list + w * length + i);
      overlap =
          _mm512_or_si512(overlap, _mm512_and_si512(words, _mm512_set1_epi64(static_cast<long long>(taken.words[w]))));
    }
    auto fits = static_cast<unsigned>(_mm512_testn_epi64_mask(overlap, overlap));
    if (i < first) fits &= ~0u << (first - i);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(positions + out),
                        _mm256_maskz_compress_epi32(static_cast<__mmask8>(fits), numbers));
    out += static_cast<std::uint32_t>(__builtin_popcount(fits & 0xff));
    numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(8));
  }
  return out;
}

}  // namespace tesselle::packing
