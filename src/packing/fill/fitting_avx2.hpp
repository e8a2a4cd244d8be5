#pragma once

#include <immintrin.h>

#include "packing/fill/fill_kernels.hpp"

namespace tesselle::packing {

template <int V>
__attribute__((target("avx2"))) std::uint32_t Avx2Fitting::fitting(const std::uint64_t* list, std::size_t length,
                                                                   std::size_t first, const FillState<V>& taken,
                                                                   std::uint32_t* positions) {
  const __m256i zero = _mm256_setzero_si256();
  std::uint32_t out = 0;
  for (std::size_t i = first / 4 * 4; i < length; i += 4) {
    __m256i overlap = zero;
    for (std::size_t w = 0; w < V; ++w) {
      const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(list + w * length + i));
      const __m256i state = _mm256_set1_epi64x(static_cast<long long>(taken.words[w]));
      overlap = _mm256_or_si256(overlap, _mm256_and_si256(words, state));
    }
    auto fits = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(overlap, zero))));
    if (i < first) fits &= ~0u << (first - i);
    for (; fits != 0; fits &= fits - 1)
      positions[out++] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(fits));
  }
  return out;
}

}  // namespace tesselle::packing
