#include "edge/corolla_data/growth.hpp"

#include <algorithm>

#include "base/errors.hpp"

namespace tesselle::edge::corollas {

PatchPieces::PatchPieces(const EdgePuzzle& puzzle)
    : kinds_(piece_kinds(puzzle)),
      values_(oriented_kinds(kinds_)),
      frame_(puzzle.frame),
      frame_only_on_rim_(frame_only_on_rim(puzzle)) {
  if (values_.size() > 0xffff) throw UsageError("corollas: the puzzle has too many pieces");
  for (std::uint32_t v = 0; v < values_.size(); ++v)
    if (v == 0 || values_[v].kind != values_[v - 1].kind) first_of_kind_.push_back(v);
  for (const Colour colour : puzzle.mate) mate_.push_back(colour.value);
  for (unsigned rim = 0; rim < 16; ++rim) {
    for (std::uint32_t v = 0; v < values_.size(); ++v)
      if (allowed(static_cast<Value>(v), rim)) on_[rim].push_back(static_cast<Value>(v));
    for (const Side side : all_sides) lists_[rim * 4 + static_cast<unsigned>(side)] = list_by_colour(rim, side);
  }
}

Value PatchPieces::turned(Value value, int quarter_turns) const {
  const OrientedKind& oriented = values_[value];
  const int rotation = (oriented.rotation + quarter_turns) % kinds_.rotations[oriented.kind];
  return static_cast<Value>(first_of_kind_[oriented.kind] + static_cast<std::uint32_t>(rotation));
}

bool PatchPieces::allowed(Value value, unsigned rim) const {
  if (!frame_) return true;
  for (const Side side : all_sides) {
    const bool framed = values_[value].sides[static_cast<std::size_t>(side)] == *frame_;
    const bool on_rim = rim >> static_cast<unsigned>(side) & 1;
    if (on_rim ? !framed : framed && frame_only_on_rim_) return false;
  }
  return true;
}

PatchPieces::Lists PatchPieces::list_by_colour(unsigned rim, Side side) const {
  Lists lists{on_[rim], std::vector<std::uint32_t>(mate_.size() + 1)};
  std::stable_sort(lists.values.begin(), lists.values.end(),
                   [&](Value a, Value b) { return colour(a, side) < colour(b, side); });
  for (const Value value : lists.values) ++lists.begin[colour(value, side) + 1u];
  for (std::size_t c = 1; c < lists.begin.size(); ++c) lists.begin[c] += lists.begin[c - 1];
  return lists;
}

Growth::Growth(const PatchPieces& pieces, const std::vector<PatchCell>& cells)
    : pieces_(pieces), steps_(cells.size()), filling_(cells.size()) {
  for (const auto& members : pieces.kinds().members) left_.push_back(static_cast<std::uint32_t>(members.size()));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    steps_[i].rim = cells[i].rim;
    for (const Side side : all_sides) {
      const int row = cells[i].row + (side == Side::south) - (side == Side::north);
      const int column = cells[i].column + (side == Side::east) - (side == Side::west);
      for (std::uint32_t j = 0; j < i; ++j)
        if (cells[j].row == row && cells[j].column == column)
          steps_[i].neighbours[steps_[i].neighbour_count++] = {j, side};
    }
  }
}

std::vector<Value> centres_of(const PatchPieces& pieces, const Zone& zone) {
  std::vector<Value> centres;
  for (const Value value : pieces.on(zone.cells[0].rim))
    if (std::all_of(zone.symmetry.begin(), zone.symmetry.end(),
                    [&](int t) { return value <= pieces.turned(value, t); }))
      centres.push_back(value);
  return centres;
}

SymmetricCopies::SymmetricCopies(const PatchPieces& pieces, const Zone& zone, Value centre) : pieces_(pieces) {
  std::vector<Value> seen;
  for (const int t : zone.symmetry) {
    const Value image = pieces.turned(centre, t);
    if (std::find(seen.begin(), seen.end(), image) != seen.end()) continue;
    seen.push_back(image);
    turns_.push_back({t, permutation(zone, t)});
  }
}

}  // namespace tesselle::edge::corollas
