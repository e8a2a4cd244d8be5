#include "puzzle/piece_finder.hpp"

#include <algorithm>

namespace tesselle {

PieceFinder::PieceFinder(const EdgePuzzle& puzzle) : taken_(puzzle.pieces.size()) {
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    std::array<Sides, 4> seen;
    for (std::uint8_t r = 0; r < 4; ++r) {
      seen[r] = rotated(puzzle.pieces[p], r);
      if (std::find(seen.begin(), seen.begin() + r, seen[r]) == seen.begin() + r)
        by_sides_[seen[r]].placed.push_back({PieceId(p), r});
    }
  }
}

const std::vector<Placed>& PieceFinder::showing(const Sides& sides) const {
  static const std::vector<Placed> none;
  const auto found = by_sides_.find(sides);
  return found == by_sides_.end() ? none : found->second.placed;
}

std::optional<Placed> PieceFinder::take_one(const Sides& sides) {
  const auto found = by_sides_.find(sides);
  if (found == by_sides_.end()) return std::nullopt;
  Candidates& all = found->second;
  while (all.next < all.placed.size() && is_taken(all.placed[all.next].piece)) ++all.next;
  if (all.next == all.placed.size()) return std::nullopt;
  take(all.placed[all.next].piece);
  return all.placed[all.next];
}

}  // namespace tesselle
