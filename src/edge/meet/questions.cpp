#include "edge/meet/questions.hpp"

#include <bit>

#ifdef __x86_64__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 alarms about its own intrinsics
#include <immintrin.h>
#endif

namespace tesselle::edge::meet {

void Questions::take(const WordBuffer& rows, unsigned shift, Word value) {
  words_.clear();
  hashes_.clear();
  bits_.clear();
  if (wide_) {
    take_wide(rows, shift, value);
    return;
  }
  const Word mask = (Word{1} << shift) - 1;
  for (const Word row : rows) {
    if (row >> shift != value) continue;
    words_.push_back(row & mask);
    hashes_.push_back(filter_hash(row & mask));
    bits_.push_back(filter_bits(hashes_[hashes_.size() - 1]));
  }
}

void Questions::ask(const Word* filter, std::uint32_t filter_words, std::vector<std::uint32_t>& hits) const {
  hits.clear();
  if (wide_) {
    ask_wide(filter, filter_words, hits);
    return;
  }
  for (std::uint32_t i = 0; i < size(); ++i)
    if ((filter[filter_place(hashes_[i], filter_words)] & bits_[i]) == bits_[i]) hits.push_back(i);
}

#ifdef __x86_64__

#define TESSELLE_WIDE __attribute__((target("avx512f,avx512vl,avx512dq")))

namespace {

TESSELLE_WIDE inline __m512i all(Word number) { return _mm512_set1_epi64(static_cast<long long>(number)); }
TESSELLE_WIDE inline __m512i bit_of(__m512i hash) {
  return _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_and_si512(hash, _mm512_set1_epi64(63)));
}

}  // namespace

TESSELLE_WIDE void Questions::take_wide(const WordBuffer& rows, unsigned shift, Word value) {
  Word *const words = words_.room(rows.size() + 8), *const hashes = hashes_.room(rows.size() + 8),
              *const bits = bits_.room(rows.size() + 8);
  const __m512i wanted = all(value), mask = all((Word{1} << shift) - 1);
  const __m512i factor = all(filter_hash(1));
  const __m128i by = _mm_cvtsi32_si128(static_cast<int>(shift));
  std::size_t taken = 0;
  for (std::size_t i = 0; i < rows.size(); i += 8) {
    const std::size_t left = rows.size() - i;
    const auto lanes = static_cast<__mmask8>(left >= 8 ? 0xff : (1u << left) - 1);
    const __m512i row = _mm512_maskz_loadu_epi64(lanes, rows.begin() + i);
    const __mmask8 is = _mm512_mask_cmpeq_epi64_mask(lanes, _mm512_srl_epi64(row, by), wanted);
    const __m512i word = _mm512_maskz_compress_epi64(is, _mm512_and_si512(row, mask));
    const __m512i hash = _mm512_mullo_epi64(word, factor);
    const __m512i three = _mm512_or_si512(
        bit_of(hash), _mm512_or_si512(bit_of(_mm512_srli_epi64(hash, 6)), bit_of(_mm512_srli_epi64(hash, 12))));
    _mm512_storeu_si512(words + taken, word);
    _mm512_storeu_si512(hashes + taken, hash);
    _mm512_storeu_si512(bits + taken, three);
    taken += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(is)));
  }
  words_.grow(taken);
  hashes_.grow(taken);
  bits_.grow(taken);
}

TESSELLE_WIDE void Questions::ask_wide(const Word* filter, std::uint32_t filter_words,
                                       std::vector<std::uint32_t>& hits) const {
  const __m512i size_of_filter = _mm512_set1_epi64(filter_words);
  for (std::size_t i = 0; i < size(); i += 8) {
    const std::size_t left = size() - i;
    const auto lanes = static_cast<__mmask8>(left >= 8 ? 0xff : (1u << left) - 1);
    const __m512i hash = _mm512_maskz_loadu_epi64(lanes, hashes_.begin() + i);
    const __m512i bits = _mm512_maskz_loadu_epi64(lanes, bits_.begin() + i);
    const __m512i place = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(hash, 32), size_of_filter), 32);
    const __m512i there = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), lanes, place, filter, 8);
    unsigned passed = _mm512_mask_cmpeq_epi64_mask(lanes, _mm512_and_si512(there, bits), bits);
    for (; passed != 0; passed &= passed - 1)
      hits.push_back(static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(passed)));
  }
}

#else

void Questions::take_wide(const WordBuffer&, unsigned, Word) {}
void Questions::ask_wide(const Word*, std::uint32_t, std::vector<std::uint32_t>&) const {}

#endif

}  // namespace tesselle::edge::meet
