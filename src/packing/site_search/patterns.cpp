#include "packing/site_search/patterns.hpp"

#include <algorithm>
#include <cmath>

#include "tesselle/errors.hpp"

namespace tesselle::packing::tiling {
namespace {

constexpr std::size_t first_slots = 1 << 12;

Point position_of(PointKind kind) {
  const Lattice& lattice = Lattice::of(LatticeKind::drafter);
  const Cell cell = star_cells(kind)[0];
  const auto outline = lattice.outline(cell);
  // rim[k], rim[k + 1], centre: even rim points are corners, odd ones middles.
  const bool corner_first = cell.z % 2 == 0;
  return outline[(kind == PointKind::corner) == corner_first ? 0 : 1];
}

Point centre_of(int x, int y, int down) { return Lattice::of(LatticeKind::drafter).outline({x, y, 6 * down})[2]; }

/// The highest two bits of every byte are free in a key: six of them number the site, one is always set.
std::uint64_t bits_of_site(std::size_t number) {
  std::uint64_t bits = 0x80;
  for (unsigned bit = 0; bit < 6; ++bit) bits |= static_cast<std::uint64_t>(number >> bit & 1) << (8 * bit + 6);
  return bits;
}

}  // namespace

std::size_t HashOfCandidates::operator()(const std::vector<Candidate>& candidates) const {
  std::size_t hash = 0;
  for (const Candidate& way : candidates)
    hash = (hash ^ static_cast<std::size_t>(way.shape << 16 | static_cast<std::uint16_t>(way.shift))) *
           0x9e3779b97f4a7c15u;
  return hash;
}

Window::Window(const Grid& grid, PointKind kind, double radius) {
  const auto at = position_of(kind);
  const int span = static_cast<int>(radius) + 3;
  std::set<int> inside;  // byte offsets
  for (int y = -span; y <= span; ++y)
    for (int x = -span; x <= span; ++x)
      for (int down = 0; down < 2; ++down) {
        const Point centre = centre_of(x, y, down);
        if (std::hypot(centre.x - at.x, centre.y - at.y) <= radius) inside.insert(2 * grid.shift(x, y) + down);
      }
  add_rows(inside);
  star_reach_ = grid.shift(span, span);
  stars_.resize(static_cast<std::size_t>(2 * star_reach_ + 1));
  const auto star = star_cells(PointKind::corner);
  for (int y = -span; y <= span; ++y)
    for (int x = -span; x <= span; ++x)
      if (std::all_of(star.begin(), star.end(), [&](const Cell& cell) {
            return inside.count(2 * grid.shift(x + cell.x, y + cell.y) + cell.z / 6) > 0;
          }))
        stars_[static_cast<std::size_t>(grid.shift(x, y) + star_reach_)] = 1;
}

void Window::add_rows(const std::set<int>& inside) {
  std::vector<Word> rows;
  for (const int offset : inside) {
    if (rows.empty() || offset - rows.back().offset >= 8) rows.push_back({offset});
    rows.back().mask |= std::uint64_t{63} << 8 * (offset - rows.back().offset);
  }
  KeyRoom room;
  for (const Word& row : rows) add_word(row, room);
}

/// Lays words end to end in the even bits of the key's bytes and in the odd ones, in two parts if it must be.
void Window::add_word(Word word, KeyRoom& room) {
  constexpr std::uint64_t telling = 0x1515151515151515u;
  const int bytes = (static_cast<int>(std::bit_width(word.mask)) + 7) / 8;
  const std::size_t bits = room.bytes[0] >= bytes || room.bytes[0] >= room.bytes[1] ? 0 : 1;
  const int left = room.bytes[bits];
  if (left == 0 || room.words == max_words) throw InternalError("a window does not fit into a key");
  if (bytes > left) {
    add_word({word.offset, word.mask & ((std::uint64_t{1} << 8 * left) - 1)}, room);
    add_word({word.offset + left, word.mask >> 8 * left}, room);
    return;
  }
  word.telling = word.mask & telling;
  word.place = 8 * (8 - left) + static_cast<int>(bits);
  words_[room.words++] = word;
  room.bytes[bits] -= bytes;
}

template <int Words>
PatternTable<Words>::PatternTable(const Grid& grid, double corner_radius, double middle_radius) {
  set_slots(first_slots);
  for (std::size_t site = 0; site < site_bits_.size(); ++site) site_bits_[site] = bits_of_site(site);
  for (const PointKind kind :
       {PointKind::corner, PointKind::middle_along, PointKind::middle_up, PointKind::middle_across})
    windows_[static_cast<std::size_t>(kind)] =
        Window(grid, kind, kind == PointKind::corner ? corner_radius : middle_radius);
}

template <int Words>
auto PatternTable<Words>::add(std::uint64_t key, const std::vector<Candidate>& candidates,
                              std::span<const std::uint16_t> pieces) -> const Pattern<Words>& {
  if (++size_ * 2 > views_.size()) set_slots(2 * views_.size());
  const Pattern<Words>*& pattern = pattern_of_[candidates];
  if (pattern == nullptr) pattern = make_pattern(candidates, pieces);
  views_[slot_of(key)] = {key, pattern};
  return *pattern;
}

template <int Words>
auto PatternTable<Words>::make_pattern(std::span<const Candidate> candidates, std::span<const std::uint16_t> pieces)
    -> const Pattern<Words>* {
  Pattern<Words>& pattern = patterns_.emplace_back();
  pattern.first_way = static_cast<std::uint32_t>(ways_.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (pattern.pieces.has(pieces[c])) continue;
    pattern.pieces.add(pieces[c]);
    ways_.push_back({candidates[c]});
  }
  std::size_t last = 0;  // way of the current piece
  for (std::size_t c = 0, piece = 0; c < candidates.size(); ++c) {
    if (c == 0 || pieces[c] != pieces[c - 1]) {
      last = pattern.first_way + piece++;
      continue;
    }
    ways_[last].other = static_cast<std::uint16_t>(ways_.size() - pattern.first_way);
    last = ways_.size();
    ways_.push_back({candidates[c]});
  }
  for (std::size_t w = 1; w < Words; ++w)
    pattern.rank[w] = static_cast<std::uint16_t>(pattern.rank[w - 1] + std::popcount(pattern.pieces.words[w - 1]));
  return &pattern;
}

template <int Words>
void PatternTable<Words>::set_slots(std::size_t slots) {
  std::vector<View> old(slots);
  old.swap(views_);
  slot_shift_ = 64 - std::countr_zero(slots);
  for (const View& view : old)
    if (view.key != 0) views_[slot_of(view.key)] = view;
}

template <int Words>
void PatternTable<Words>::clear() {
  views_.clear();
  set_slots(first_slots);
  size_ = 0;
  patterns_.clear();
  pattern_of_.clear();
  ways_.clear();
}

template class PatternTable<1>;
template class PatternTable<2>;
template class PatternTable<4>;
template class PatternTable<13>;

}  // namespace tesselle::packing::tiling
