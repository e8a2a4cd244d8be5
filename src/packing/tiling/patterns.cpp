#include "packing/tiling/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/errors.hpp"

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
  std::size_t words = 0;
  for (const int offset : inside) {
    if (words == 0 || offset - offsets_[words - 1] >= 8) {
      if (words == most_words) throw InternalError("a window has too many words");
      offsets_[words++] = offset;
    }
    masks_[words - 1] |= std::uint64_t{63} << 8 * (offset - offsets_[words - 1]);
  }
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

template <int Words>
PatternTable<Words>::PatternTable(const Grid& grid, double corner_radius, double middle_radius)
    : patterns_(first_slots) {
  for (std::size_t site = 0; site < site_bits_.size(); ++site) site_bits_[site] = bits_of_site(site);
  for (const PointKind kind :
       {PointKind::corner, PointKind::middle_along, PointKind::middle_up, PointKind::middle_across})
    windows_[static_cast<std::size_t>(kind)] =
        Window(grid, kind, kind == PointKind::corner ? corner_radius : middle_radius);
}

template <int Words>
auto PatternTable<Words>::add(const Window::Key& key, std::span<const Candidate> candidates,
                              std::span<const std::uint16_t> pieces) -> const Pattern<Words>& {
  if (++size_ * 3 > patterns_.size() * 2) grow();
  Pattern<Words>& pattern = patterns_[slot_of(key)];
  pattern = {key, {}, {}, static_cast<std::uint32_t>(ways_.size())};
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (pattern.pieces.has(pieces[c])) continue;
    pattern.pieces.add(pieces[c]);
    ways_.push_back({candidates[c]});
  }
  std::size_t last = 0;  // way of the piece at hand
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
  return pattern;
}

template <int Words>
void PatternTable<Words>::grow() {
  std::vector<Pattern<Words>> old(2 * patterns_.size());
  old.swap(patterns_);
  for (const Pattern<Words>& pattern : old)
    if (pattern.key[0] != 0) patterns_[slot_of(pattern.key)] = pattern;
}

template <int Words>
void PatternTable<Words>::clear() {
  patterns_.assign(first_slots, {});
  size_ = 0;
  ways_.clear();
}

template class PatternTable<1>;
template class PatternTable<2>;
template class PatternTable<4>;
template class PatternTable<13>;

}  // namespace tesselle::packing::tiling
