#include "edge/meet/row_filler.hpp"

#include <algorithm>
#include <bit>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace tesselle::edge::meet {
namespace {

using Inner = RingPuzzle::InnerPiece;
constexpr std::size_t north = 0, east = 1, south = 2, west = 3;

/// Calls visit(pieces of the segment) for every run of inner pieces that fit side by side.
template <class Visit>
void for_each_run(const RingPuzzle& ring, unsigned length, std::vector<const Inner*>& run, Visit&& visit) {
  if (run.size() == length) {
    visit(run);
    return;
  }
  for (const Inner& next : ring.inner) {
    if (!run.empty() && run.back()->asked[east] != next.shown[west]) continue;
    if (std::any_of(run.begin(), run.end(), [&](const Inner* used) { return used->bit == next.bit; })) continue;
    run.push_back(&next);
    for_each_run(ring, length, run, visit);
    run.pop_back();
  }
}

}  // namespace

template <class Word>
RowFiller<Word>::RowFiller(const RingPuzzle& ring, bool wide)
    : layout_(ring.words), fill_(wide ? &RowFiller<Word>::fill_wide : &RowFiller<Word>::fill_plain) {
  unsigned begin = 0;
  while (begin < layout_.columns) {
    const unsigned left = layout_.columns - begin;
    const unsigned length = left == 4 ? 2 : std::min(left, 3u);
    segments_.push_back(make_segment(ring, begin, length));
    begin += length;
  }
}

template <class Word>
typename RowFiller<Word>::Segment RowFiller<Word>::make_segment(const RingPuzzle& ring, unsigned begin,
                                                                unsigned length) const {
  Segment segment;
  segment.begin = begin;
  segment.length = length;
  const bool is_last = begin + length == layout_.columns;
  segment.norths_shift = layout_.colour_bits * begin;
  segment.norths_mask = (std::uint64_t{1} << (layout_.colour_bits * length)) - 1;
  segment.east_bits = is_last ? layout_.colour_bits : 0;
  std::vector<std::pair<std::size_t, Word>> found;
  std::vector<const Inner*> run;
  for_each_run(ring, length, run, [&](const std::vector<const Inner*>& cells) {
    const Inner &first = *cells[0], &last = *cells[length - 1];
    Word norths = 0, word = Word{is_last ? last.shown[east] : last.asked[east]} << layout_.right_shift();
    if (begin == 0) word |= Word{first.shown[west]} << layout_.left_shift();
    for (unsigned i = 0; i < length; ++i) {
      norths |= layout_.ask(cells[i]->shown[north], begin + i);
      word |= Word{1} << cells[i]->bit | layout_.ask(cells[i]->asked[south], begin + i);
    }
    const unsigned last_east = is_last ? last.shown[east] : 0;
    found.emplace_back(key_of(segment, first.shown[west], last_east, layout_.asked(norths)), word);
  });
  std::sort(found.begin(), found.end());
  segment.starts.assign((std::size_t{1} << (layout_.colour_bits * (length + 1) + segment.east_bits)) + 1, 0);
  for (const auto& [key, word] : found) ++segment.starts[key + 1];
  for (std::size_t key = 1; key < segment.starts.size(); ++key) segment.starts[key] += segment.starts[key - 1];
  for (const auto& [key, word] : found) segment.fillings.push_back(word);
  return segment;
}

/// `write_free` writes the words of a list that have none of the used pieces, each with `partial` added, and returns
/// how many; it may touch up to eight words behind them. The first list of the next row above is fetched while this
/// one's are worked on.
template <class Word>
template <class WriteFree>
[[gnu::always_inline]] inline void RowFiller<Word>::fill_with(const WriteFree& write_free, const RowEnds& ends,
                                                              const WordBuffer<Word>& aboves, WordBuffer<Word>& rows,
                                                              Scratch& scratch) const {
  const Word pieces = layout_.piece_mask(), without_right = layout_.without_right(~Word{0});
  const unsigned bits = layout_.colour_bits;
  const ColourRun none{0, 0};
  const Segment &first = segments_.front(), &last = segments_.back();
  /// Of the lists from `west` on, those of the keys in a run.
  const auto extend = [&](const Segment& segment, const std::uint32_t* starts, ColourRun keys, Word partial,
                          WordBuffer<Word>& to) {
    const std::size_t begin = starts[keys.first], count = starts[keys.last + 1] - begin;
    to.grow(write_free(segment.fillings.data() + begin, count, partial & pieces, partial, to.room(count + 8)));
  };
  for (std::size_t a = 0; a < aboves.size(); ++a) {
    const Word above = aboves[a], start = above & pieces;
    const std::uint64_t norths = layout_.asked(above);
    if (a + 1 < aboves.size()) {
      const std::size_t key = key_of(first, ends.first_left(), 0, layout_.asked(aboves[a + 1]));
      for (std::size_t line = 0; line < 4; ++line)
        __builtin_prefetch(first.fillings.data() + first.starts[key] + 8 * line);
    }
    if (&first == &last) {
      ends.for_each_left_run([&](ColourRun lefts) {
        for (unsigned left = lefts.first; left <= lefts.last; ++left)
          extend(first, first.starts.data() + key_of(first, left, 0, norths), ends.rights(left), start, rows);
      });
      continue;
    }
    WordBuffer<Word>* from = &scratch[0];
    from->clear();
    const std::uint32_t* const first_starts = first.starts.data() + key_of(first, 0, 0, norths);
    ends.for_each_left_run([&](ColourRun lefts) { extend(first, first_starts, lefts, start, *from); });
    for (std::size_t s = 1; s + 1 < segments_.size(); ++s) {
      const std::uint32_t* const starts = segments_[s].starts.data() + key_of(segments_[s], 0, 0, norths);
      WordBuffer<Word>& to = scratch[s & 1];
      to.clear();
      for (const Word word : *from)
        extend(segments_[s], starts + layout_.right_of(word), none, word & without_right, to);
      from = &to;
    }
    const std::uint32_t* const starts = last.starts.data() + key_of(last, 0, 0, norths);
    for (const Word word : *from) {
      const ColourRun rights = ends.rights(layout_.left_of(word));
      extend(last, starts + (std::size_t{layout_.right_of(word)} << bits), rights, word & without_right, rows);
    }
  }
}

template <class Word>
void RowFiller<Word>::fill_plain(const RowEnds& ends, const WordBuffer<Word>& aboves, WordBuffer<Word>& rows,
                                 Scratch& scratch) const {
  const auto write_free = [](const Word* list, std::size_t count, Word used, Word partial, Word* room) {
    std::size_t written = 0;
    for (std::size_t i = 0; i < count; ++i) {
      room[written] = list[i] | partial;
      written += (list[i] & used) == 0;
    }
    return written;
  };
  fill_with(write_free, ends, aboves, rows, scratch);
}

#ifdef __x86_64__

#define TESSELLE_WIDE __attribute__((target("avx512f,avx512vl,avx512dq,bmi,bmi2")))

namespace {

struct WriteFreeWide {
  TESSELLE_WIDE std::size_t operator()(const Word64* list, std::size_t count, Word64 used, Word64 partial,
                                       Word64* room) const {
    const __m512i all_used = _mm512_set1_epi64(static_cast<long long>(used));
    const __m512i with = _mm512_set1_epi64(static_cast<long long>(partial));
    Word64* to = room;
    for (auto left = static_cast<std::ptrdiff_t>(count); left > 0; left -= 8, list += 8) {
      const auto lanes =
          static_cast<__mmask8>(_bzhi_u32(0xff, static_cast<unsigned>(std::min<std::ptrdiff_t>(left, 8))));
      const __m512i words = _mm512_maskz_loadu_epi64(lanes, list);
      const __mmask8 free = _mm512_mask_testn_epi64_mask(lanes, words, all_used);
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(free, _mm512_or_si512(words, with)));
      to += std::popcount(static_cast<unsigned>(free));
    }
    return static_cast<std::size_t>(to - room);
  }
  /// Pieces are in the lower half of a wide word, so that half decides for both.
  TESSELLE_WIDE std::size_t operator()(const Word128* list, std::size_t count, Word128 used, Word128 partial,
                                       Word128* room) const {
    const __m512i all_used = _mm512_set1_epi64(static_cast<long long>(used));
    const __m512i with = _mm512_maskz_broadcast_i64x2(
        0xff, _mm_set_epi64x(static_cast<long long>(partial >> 64), static_cast<long long>(partial)));
    auto from = reinterpret_cast<const long long*>(list);
    auto to = reinterpret_cast<long long*>(room), begin = to;
    for (auto left = static_cast<std::ptrdiff_t>(2 * count); left > 0; left -= 8, from += 8) {
      const auto lanes =
          static_cast<__mmask8>(_bzhi_u32(0xff, static_cast<unsigned>(std::min<std::ptrdiff_t>(left, 8))));
      const __m512i words = _mm512_maskz_loadu_epi64(lanes, from);
      const auto lower = _mm512_mask_testn_epi64_mask(static_cast<__mmask8>(lanes & 0x55), words, all_used);
      const auto free = static_cast<__mmask8>(lower * 3);
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(free, _mm512_or_si512(words, with)));
      to += std::popcount(static_cast<unsigned>(free));
    }
    return static_cast<std::size_t>(to - begin) / 2;
  }
};

}  // namespace

/// Flattened, as the compiler would not put code for these registers into code that is not. One by one, as members of
/// a template lose the attribute.
template <>
[[gnu::flatten]] TESSELLE_WIDE void RowFiller<Word64>::fill_wide(const RowEnds& ends, const WordBuffer<Word64>& aboves,
                                                                 WordBuffer<Word64>& rows, Scratch& scratch) const {
  fill_with(WriteFreeWide{}, ends, aboves, rows, scratch);
}

template <>
[[gnu::flatten]] TESSELLE_WIDE void RowFiller<Word128>::fill_wide(const RowEnds& ends,
                                                                  const WordBuffer<Word128>& aboves,
                                                                  WordBuffer<Word128>& rows, Scratch& scratch) const {
  fill_with(WriteFreeWide{}, ends, aboves, rows, scratch);
}

#else

template <class Word>
void RowFiller<Word>::fill_wide(const RowEnds& ends, const WordBuffer<Word>& aboves, WordBuffer<Word>& rows,
                                Scratch& scratch) const {
  fill_plain(ends, aboves, rows, scratch);
}

#endif

template class RowFiller<Word64>;
template class RowFiller<Word128>;

}  // namespace tesselle::edge::meet
