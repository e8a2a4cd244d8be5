#include "edge/meet/word_filter.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace tesselle::edge::meet {

/// Blocks are asked for in no order at all: large pages spare most of the address translations.
template <class Word>
void WordFilter<Word>::reset(std::size_t bytes) {
  release();
  const std::size_t most = std::numeric_limits<std::uint32_t>::max();
  const std::size_t blocks = std::clamp<std::size_t>(bytes / sizeof(Block), 1, most);
  void* memory = ::mmap(nullptr, blocks * sizeof(Block), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::madvise(memory, blocks * sizeof(Block), MADV_HUGEPAGE);
  data_ = static_cast<Block*>(memory);
  blocks_ = blocks;
}

template <class Word>
void WordFilter<Word>::release() {
  if (data_ != nullptr) ::munmap(data_, bytes());
  data_ = nullptr;
  blocks_ = 0;
}

template <class Word>
void WordFilter<Word>::mark(std::span<const Word> words) {
  constexpr std::size_t ahead = 16;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + ahead < words.size()) __builtin_prefetch(data_ + place(hash_of(words[i + ahead])), 1);
    const std::uint64_t hash = hash_of(words[i]);
    const std::atomic_ref<Block> block(data_[place(hash)]);
    if ((block.load(std::memory_order_relaxed) & bits(hash)) != bits(hash))
      block.fetch_or(bits(hash), std::memory_order_relaxed);
  }
}

template <class Word>
void WordFilter<Word>::ask_plain(const WordBuffer<Word>& rows, const WordParts<Word>& parts,
                                 WordBuffer<Word>& passed) const {
  for (const Word& row : rows)
    if (may_have(parts.without_ends(row))) passed.push_back(row);
}

#ifdef __x86_64__

#define TESSELLE_WIDE __attribute__((target("avx512f,avx512vl,avx512dq,bmi,bmi2")))
#define TESSELLE_WIDE_INLINE __attribute__((target("avx512f,avx512vl,avx512dq,bmi,bmi2"), always_inline)) inline

namespace {

TESSELLE_WIDE_INLINE __m512i all(std::uint64_t number) { return _mm512_set1_epi64(static_cast<long long>(number)); }
template <int from>
TESSELLE_WIDE_INLINE __m512i bit_of(__m512i hash) {
  return _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_and_si512(_mm512_srli_epi64(hash, from), all(63)));
}

/// The lanes whose words may have been marked, by their hashes.
TESSELLE_WIDE_INLINE __mmask8 hit_lanes(const std::uint64_t* data, std::uint64_t blocks, __mmask8 lanes, __m512i hash) {
  const __m512i bits = _mm512_or_si512(bit_of<14>(hash), _mm512_or_si512(bit_of<20>(hash), bit_of<26>(hash)));
  const __m512i place = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(hash, 32), all(blocks)), 32);
  const __m512i there = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), lanes, place, data, 8);
  return _mm512_mask_cmpeq_epi64_mask(lanes, _mm512_and_si512(there, bits), bits);
}

/// Hashes of eight words, their ends left out; hash_of() is the same for one.
TESSELLE_WIDE_INLINE __m512i hashes_of(const Word64* words, __mmask8 lanes, Word64 word_mask) {
  const __m512i word = _mm512_and_si512(_mm512_maskz_loadu_epi64(lanes, words), all(word_mask));
  return _mm512_mullo_epi64(word, all(0x9e3779b97f4a7c15u));
}
TESSELLE_WIDE_INLINE __m512i hashes_of(const Word128* words, __mmask8 lanes, Word128 word_mask) {
  const auto eight_bytes = reinterpret_cast<const long long*>(words);
  const auto pairs = static_cast<std::uint32_t>(_pdep_u32(lanes, 0x5555) * 3);
  const __m512i first = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(pairs), eight_bytes),
                second = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(pairs >> 8), eight_bytes + 8);
  const __m512i evens = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14),
                odds = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
  const __m512i low =
      _mm512_and_si512(_mm512_permutex2var_epi64(first, evens, second), all(static_cast<Word64>(word_mask)));
  const __m512i high =
      _mm512_and_si512(_mm512_permutex2var_epi64(first, odds, second), all(static_cast<Word64>(word_mask >> 64)));
  const __m512i mixed = _mm512_add_epi64(low, _mm512_mullo_epi64(high, all(0xd1342543de82ef95u)));
  return _mm512_mullo_epi64(mixed, all(0x9e3779b97f4a7c15u));
}

/// A function of its own: members of a template lose the attribute.
template <class Word>
TESSELLE_WIDE void ask_blocks(const std::uint64_t* data, std::uint64_t blocks, const WordBuffer<Word>& rows,
                              Word word_mask, WordBuffer<Word>& passed) {
  for (std::size_t i = 0; i < rows.size(); i += 8) {
    const std::size_t left = rows.size() - i;
    const auto lanes = static_cast<__mmask8>(left >= 8 ? 0xff : (1u << left) - 1);
    std::uint32_t hit = hit_lanes(data, blocks, lanes, hashes_of(rows.begin() + i, lanes, word_mask));
    for (; hit != 0; hit &= hit - 1) passed.push_back(rows[i + static_cast<std::size_t>(std::countr_zero(hit))]);
  }
}

}  // namespace

template <class Word>
void WordFilter<Word>::ask_wide(const WordBuffer<Word>& rows, const WordParts<Word>& parts,
                                WordBuffer<Word>& passed) const {
  ask_blocks(data_, blocks_, rows, parts.without_ends(~Word{0}), passed);
}

#else

template <class Word>
void WordFilter<Word>::ask_wide(const WordBuffer<Word>& rows, const WordParts<Word>& parts,
                                WordBuffer<Word>& passed) const {
  ask_plain(rows, parts, passed);
}

#endif

template class WordFilter<Word64>;
template class WordFilter<Word128>;

}  // namespace tesselle::edge::meet
