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
void WordFilter::reset(std::size_t bytes) {
  release();
  const std::size_t most = std::numeric_limits<std::uint32_t>::max();
  const std::size_t blocks = std::clamp<std::size_t>(bytes / sizeof(Word), 1, most);
  void* memory = ::mmap(nullptr, blocks * sizeof(Word), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::madvise(memory, blocks * sizeof(Word), MADV_HUGEPAGE);
  data_ = static_cast<Word*>(memory);
  blocks_ = blocks;
}

void WordFilter::release() {
  if (data_ != nullptr) ::munmap(data_, bytes());
  data_ = nullptr;
  blocks_ = 0;
}

void WordFilter::mark(std::span<const Word> words) {
  constexpr std::size_t ahead = 16;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + ahead < words.size()) __builtin_prefetch(data_ + place(hash_of(words[i + ahead])), 1);
    const Word hash = hash_of(words[i]);
    const std::atomic_ref<Word> block(data_[place(hash)]);
    if ((block.load(std::memory_order_relaxed) & bits(hash)) != bits(hash))
      block.fetch_or(bits(hash), std::memory_order_relaxed);
  }
}

void WordFilter::ask_plain(const WordBuffer& rows, const WordLayout& layout, WordBuffer& passed) const {
  for (const Word row : rows)
    if (may_have(layout.without_ends(row))) passed.push_back(row);
}

#ifdef __x86_64__

#define TESSELLE_WIDE __attribute__((target("avx512f,avx512vl,avx512dq,bmi,bmi2")))

namespace {

TESSELLE_WIDE inline __m512i all(Word number) { return _mm512_set1_epi64(static_cast<long long>(number)); }
template <int from>
TESSELLE_WIDE inline __m512i bit_of(__m512i hash) {
  return _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_and_si512(_mm512_srli_epi64(hash, from), all(63)));
}

}  // namespace

TESSELLE_WIDE void WordFilter::ask_wide(const WordBuffer& rows, const WordLayout& layout, WordBuffer& passed) const {
  const __m512i word_mask = all(layout.without_ends(~Word{0})), blocks = all(blocks_);
  for (std::size_t i = 0; i < rows.size(); i += 8) {
    const std::size_t left = rows.size() - i;
    const auto lanes = static_cast<__mmask8>(left >= 8 ? 0xff : (1u << left) - 1);
    const __m512i row = _mm512_maskz_loadu_epi64(lanes, rows.begin() + i);
    const __m512i hash = _mm512_mullo_epi64(_mm512_and_si512(row, word_mask), all(factor));
    const __m512i bits = _mm512_or_si512(bit_of<14>(hash), _mm512_or_si512(bit_of<20>(hash), bit_of<26>(hash)));
    const __m512i place = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(hash, 32), blocks), 32);
    const __m512i there = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), lanes, place, data_, 8);
    const __mmask8 hit = _mm512_mask_cmpeq_epi64_mask(lanes, _mm512_and_si512(there, bits), bits);
    if (hit == 0) continue;
    _mm512_storeu_si512(passed.room(8), _mm512_maskz_compress_epi64(hit, row));
    passed.grow(static_cast<std::size_t>(std::popcount(static_cast<unsigned>(hit))));
  }
}

#else

void WordFilter::ask_wide(const WordBuffer& rows, const WordLayout& layout, WordBuffer& passed) const {
  ask_plain(rows, layout, passed);
}

#endif

}  // namespace tesselle::edge::meet
