#include "edge/meet/row_filler.hpp"

#include <algorithm>

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

RowFiller::RowFiller(const RingPuzzle& ring) : layout_(ring.words) {
  unsigned begin = 0;
  while (begin < layout_.columns) {
    const unsigned left = layout_.columns - begin;
    const unsigned length = left == 4 ? 2 : std::min(left, 3u);
    segments_.push_back(make_segment(ring, begin, length));
    begin += length;
  }
}

RowFiller::Segment RowFiller::make_segment(const RingPuzzle& ring, unsigned begin, unsigned length) const {
  Segment segment;
  segment.begin = begin;
  segment.length = length;
  segment.last = begin + length == layout_.columns;
  std::vector<std::pair<std::size_t, Word>> found;
  std::vector<const Inner*> run;
  for_each_run(ring, length, run, [&](const std::vector<const Inner*>& cells) {
    const Inner &first = *cells[0], &last = *cells[length - 1];
    Word norths = 0, word = 0;
    for (unsigned i = 0; i < length; ++i) {
      norths |= layout_.ask(cells[i]->shown[north], begin + i);
      word |= Word{1} << cells[i]->bit | layout_.ask(cells[i]->asked[south], begin + i);
    }
    if (!segment.last) word |= Word{last.asked[east]} << layout_.scratch_shift();
    found.emplace_back(key_of(segment, first.shown[west], last.shown[east], norths), word);
  });
  std::sort(found.begin(), found.end());
  const unsigned fields = length + (segment.last ? 2 : 1);
  segment.starts.assign((std::size_t{1} << (layout_.colour_bits * fields)) + 1, 0);
  for (const auto& [key, word] : found) ++segment.starts[key + 1];
  for (std::size_t key = 1; key < segment.starts.size(); ++key) segment.starts[key] += segment.starts[key - 1];
  for (const auto& [key, word] : found) segment.fillings.push_back(word);
  return segment;
}

}  // namespace tesselle::edge::meet
