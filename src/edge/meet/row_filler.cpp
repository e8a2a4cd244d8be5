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

RowFiller::RowFiller(const RingPuzzle& ring, Ends ends, bool wide)
    : layout_(ring.words), fill_(wide ? &RowFiller::fill_wide : &RowFiller::fill_plain) {
  unsigned begin = 0;
  while (begin < layout_.columns) {
    const unsigned left = layout_.columns - begin;
    const unsigned length = left == 4 ? 2 : std::min(left, 3u);
    segments_.push_back(make_segment(ring, begin, length, ends));
    begin += length;
  }
}

RowFiller::Segment RowFiller::make_segment(const RingPuzzle& ring, unsigned begin, unsigned length, Ends ends) const {
  Segment segment;
  segment.begin = begin;
  segment.length = length;
  const bool is_last = begin + length == layout_.columns;
  segment.keyed_by_east = is_last && ends == Ends::closed;
  segment.norths_shift = layout_.colour_bits * begin;
  segment.norths_mask = (Word{1} << (layout_.colour_bits * length)) - 1;
  std::vector<std::pair<std::size_t, Word>> found;
  std::vector<const Inner*> run;
  for_each_run(ring, length, run, [&](const std::vector<const Inner*>& cells) {
    const Inner &first = *cells[0], &last = *cells[length - 1];
    Word norths = 0, word = 0;
    for (unsigned i = 0; i < length; ++i) {
      norths |= layout_.ask(cells[i]->shown[north], begin + i);
      word |= Word{1} << cells[i]->bit | layout_.ask(cells[i]->asked[south], begin + i);
    }
    if (!segment.keyed_by_east) word |= Word{is_last ? last.shown[east] : last.asked[east]} << layout_.right_shift();
    if (begin == 0 && ends == Ends::open) word |= Word{first.shown[west]} << layout_.left_shift();
    found.emplace_back(key_of(segment, first.shown[west], last.shown[east], layout_.asked(norths)), word);
  });
  std::sort(found.begin(), found.end());
  const unsigned fields = length + (segment.keyed_by_east ? 2 : 1);
  segment.starts.assign((std::size_t{1} << (layout_.colour_bits * fields)) + 1, 0);
  for (const auto& [key, word] : found) ++segment.starts[key + 1];
  for (std::size_t key = 1; key < segment.starts.size(); ++key) segment.starts[key] += segment.starts[key - 1];
  for (const auto& [key, word] : found) segment.fillings.push_back(word);
  return segment;
}

RowFiller::Lists RowFiller::lists(const Segment& segment, Word norths, unsigned east) const {
  return {segment.starts.data() + key_of(segment, 0, east, norths), segment.fillings.data(),
          segment.keyed_by_east ? layout_.colour_bits : 0};
}

/// `write_free` writes the words of a list that have none of the used pieces, each with `partial` added, and returns
/// how many; it may touch up to eight words behind them. The first lists of the next row above are fetched while this
/// one's are worked on.
template <class WriteFree>
[[gnu::always_inline]] inline void RowFiller::fill_with(const WriteFree& write_free, std::span<const ColourRun> lefts,
                                                        unsigned right, const WordBuffer& aboves, WordBuffer& rows,
                                                        Scratch& scratch) const {
  const Word pieces = layout_.piece_mask(), without_right = layout_.without_right(~Word{0});
  const unsigned right_shift = layout_.right_shift();
  const auto extend = [&](const Lists& lists, ColourRun west, Word partial, WordBuffer& to) {
    const std::size_t begin = lists.starts[std::size_t{west.first} << lists.west_shift],
                      end = lists.starts[(std::size_t{west.last} << lists.west_shift) + 1];
    Word* const room = to.room(end - begin + 8);
    to.grow(write_free(lists.fillings + begin, end - begin, partial & pieces, partial, room));
  };
  for (std::size_t a = 0; a < aboves.size(); ++a) {
    const Word above = aboves[a], norths = layout_.asked(above);
    if (a + 1 < aboves.size()) {
      const Lists next = lists(segments_.front(), layout_.asked(aboves[a + 1]), right);
      const Word* const list = next.fillings + next.starts[std::size_t{lefts.front().first} << next.west_shift];
      for (std::size_t line = 0; line < 4; ++line) __builtin_prefetch(list + 8 * line);
    }
    const WordBuffer* from = nullptr;
    for (std::size_t s = 0; s < segments_.size(); ++s) {
      const Lists own = lists(segments_[s], norths, right);
      WordBuffer& to = s + 1 == segments_.size() ? rows : scratch[s & 1];
      if (&to != &rows) to.clear();
      if (s == 0) {
        for (const ColourRun run : lefts) extend(own, run, above & pieces, to);
      } else {
        for (const Word word : *from) {
          const auto west = static_cast<unsigned>(word >> right_shift);
          extend(own, {west, west}, word & without_right, to);
        }
      }
      from = &to;
    }
  }
}

void RowFiller::fill_plain(std::span<const ColourRun> lefts, unsigned right, const WordBuffer& aboves, WordBuffer& rows,
                           Scratch& scratch) const {
  const auto write_free = [](const Word* list, std::size_t count, Word used, Word partial, Word* room) {
    std::size_t written = 0;
    for (std::size_t i = 0; i < count; ++i) {
      room[written] = list[i] | partial;
      written += (list[i] & used) == 0;
    }
    return written;
  };
  fill_with(write_free, lefts, right, aboves, rows, scratch);
}

#ifdef __x86_64__

bool RowFiller::has_wide_registers() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
}

#define TESSELLE_WIDE __attribute__((target("avx512f,avx512vl,avx512dq,bmi,bmi2")))

namespace {

struct WriteFreeWide {
  TESSELLE_WIDE std::size_t operator()(const Word* list, std::size_t count, Word used, Word partial, Word* room) const {
    const __m512i all_used = _mm512_set1_epi64(static_cast<long long>(used));
    const __m512i with = _mm512_set1_epi64(static_cast<long long>(partial));
    Word* to = room;
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
};

}  // namespace

/// Flattened, as the compiler would not put code for these registers into code that is not.
TESSELLE_WIDE [[gnu::flatten]] void RowFiller::fill_wide(std::span<const ColourRun> lefts, unsigned right,
                                                         const WordBuffer& aboves, WordBuffer& rows,
                                                         Scratch& scratch) const {
  fill_with(WriteFreeWide{}, lefts, right, aboves, rows, scratch);
}

#else

bool RowFiller::has_wide_registers() { return false; }
void RowFiller::fill_wide(std::span<const ColourRun> lefts, unsigned right, const WordBuffer& aboves, WordBuffer& rows,
                          Scratch& scratch) const {
  fill_plain(lefts, right, aboves, rows, scratch);
}

#endif

}  // namespace tesselle::edge::meet
