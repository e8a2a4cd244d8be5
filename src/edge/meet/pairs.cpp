#include "edge/meet/pairs.hpp"

#include <bit>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace tesselle::edge::meet {
namespace {

void disjoint_plain(std::span<const Word> tops, std::span<const Group> groups, std::span<const Word> bottoms,
                    Word pieces, std::vector<Word>& room, std::vector<Pair>& pairs) {
  room.resize(bottoms.size());
  for (const Group& group : groups) {
    std::size_t kept = 0;
    for (std::uint32_t b = 0; b < bottoms.size(); ++b) {
      room[kept] = b;
      kept += (bottoms[b] & group.common) == 0;
    }
    for (std::uint32_t t = group.begin; t < group.end; ++t)
      for (std::size_t k = 0; k < kept; ++k)
        if ((tops[t] & bottoms[room[k]] & pieces) == 0) pairs.push_back({t, static_cast<std::uint32_t>(room[k])});
  }
}

void equal_plain(std::span<const Word> tops, std::span<const Word> bottoms, std::vector<Pair>& pairs) {
  for (std::uint32_t t = 0; t < tops.size(); ++t)
    for (std::uint32_t b = 0; b < bottoms.size(); ++b)
      if (tops[t] == bottoms[b]) pairs.push_back({t, b});
}

#ifdef __x86_64__
#define TESSELLE_WIDE __attribute__((target("avx512f,avx512vl,avx512dq")))

TESSELLE_WIDE __mmask8 lanes(std::size_t left) { return static_cast<__mmask8>(left >= 8 ? 0xff : (1u << left) - 1); }

/// Eight words at a time; what a group leaves of the bottoms is packed together with the places it came from.
TESSELLE_WIDE void disjoint_wide(std::span<const Word> tops, std::span<const Group> groups,
                                 std::span<const Word> bottoms, Word pieces, std::vector<Word>& room,
                                 std::vector<Pair>& pairs) {
  room.resize(2 * bottoms.size() + 16);
  Word* const words = room.data();
  Word* const places = room.data() + bottoms.size() + 8;
  const __m512i step = _mm512_set1_epi64(8);
  const __m512i piece_mask = _mm512_set1_epi64(static_cast<long long>(pieces));
  for (const Group& group : groups) {
    const __m512i common = _mm512_set1_epi64(static_cast<long long>(group.common));
    __m512i place = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    std::size_t kept = 0;
    for (std::size_t b = 0; b < bottoms.size(); b += 8, place = _mm512_add_epi64(place, step)) {
      const __mmask8 here = lanes(bottoms.size() - b);
      const __m512i word = _mm512_maskz_loadu_epi64(here, bottoms.data() + b);
      const __mmask8 free = _mm512_mask_testn_epi64_mask(here, word, common);
      _mm512_storeu_si512(words + kept, _mm512_maskz_compress_epi64(free, _mm512_and_si512(word, piece_mask)));
      _mm512_storeu_si512(places + kept, _mm512_maskz_compress_epi64(free, place));
      kept += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(free)));
    }
    if (kept == 0) continue;
    for (std::uint32_t t = group.begin; t < group.end; ++t) {
      const __m512i top = _mm512_set1_epi64(static_cast<long long>(tops[t]));
      for (std::size_t k = 0; k < kept; k += 8) {
        unsigned free = _mm512_mask_testn_epi64_mask(lanes(kept - k), _mm512_loadu_si512(words + k), top);
        for (; free != 0; free &= free - 1)
          pairs.push_back(
              {t, static_cast<std::uint32_t>(places[k + static_cast<std::size_t>(std::countr_zero(free))])});
      }
    }
  }
}

TESSELLE_WIDE void equal_wide(std::span<const Word> tops, std::span<const Word> bottoms, std::vector<Pair>& pairs) {
  for (std::uint32_t t = 0; t < tops.size(); ++t) {
    const __m512i top = _mm512_set1_epi64(static_cast<long long>(tops[t]));
    for (std::size_t b = 0; b < bottoms.size(); b += 8) {
      const __mmask8 here = lanes(bottoms.size() - b);
      unsigned same = _mm512_mask_cmpeq_epi64_mask(here, _mm512_maskz_loadu_epi64(here, bottoms.data() + b), top);
      for (; same != 0; same &= same - 1)
        pairs.push_back({t, static_cast<std::uint32_t>(b) + static_cast<std::uint32_t>(std::countr_zero(same))});
    }
  }
}
#endif

}  // namespace

void make_groups(std::span<const Word> list, Word pieces, int at_least, std::vector<Group>& groups) {
  groups.clear();
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Word word = list[i] & pieces;
    if (groups.empty() || std::popcount(groups.back().common & word) < at_least) groups.push_back({word, i, i});
    groups.back().common &= word;
    groups.back().end = i + 1;
  }
}

PairKernels plain_pair_kernels() { return {disjoint_plain, equal_plain}; }

PairKernels pair_kernels() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return {disjoint_wide, equal_wide};
#endif
  return plain_pair_kernels();
}

}  // namespace tesselle::edge::meet
