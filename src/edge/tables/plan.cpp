#include "edge/tables/plan.hpp"

#include <algorithm>

namespace tesselle::edge {

using Rule = SideNeed::Rule;

Plan::Plan(const EdgePuzzle& for_puzzle, const Path& path, const std::optional<Pin>& with_pin)
    : puzzle(for_puzzle),
      kinds(piece_kinds(puzzle)),
      values(oriented_kinds(kinds)),
      pin(with_pin),
      hinted_(puzzle.cell_count()),
      frame_only_on_rim_(frame_only_on_rim(puzzle)) {
  for (const auto& members : kinds.members) copies.push_back(static_cast<std::uint16_t>(members.size()));
  place_hints();
  std::vector<bool> filled(puzzle.cell_count(), false);
  for (const Square square : path) {
    if (hinted_[square.index()]) continue;
    turns.push_back({square, need_of(square, filled)});
    filled[square.index()] = true;
  }
  if (pin) find_pin_deadline();
}

void Plan::find_pin_deadline() {
  for (std::uint32_t depth = 0; depth < turns.size(); ++depth) {
    const CellNeed need = need_at_start(turns[depth].square);
    for (const OrientedKind& value : values)
      if (value.kind == pin->kind && may_be_placed(value, need)) pin_deadline = depth;
  }
}

void Plan::place_hints() {
  for (const EdgeHint& hint : puzzle.hints) {
    hinted_[hint.square.index()] = rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation);
    --copies[static_cast<std::size_t>(kinds.kind[hint.placed.piece.index()])];
  }
  hints_fit = std::all_of(puzzle.hints.begin(), puzzle.hints.end(), [&](const EdgeHint& hint) {
    const CellNeed need = need_at_start(hint.square);
    const Sides& sides = *hinted_[hint.square.index()];
    return std::all_of(all_sides.begin(), all_sides.end(), [&](Side side) {
      const auto s = static_cast<std::size_t>(side);
      return need.sides[s].rule != Rule::colour || need.sides[s].colour == sides[s];
    });
  });
}

CellNeed Plan::need_of(Square square, const std::vector<bool>& filled) const {
  CellNeed need;
  for (const Side side : all_sides) need.sides[static_cast<std::size_t>(side)] = side_need(square, side, filled);
  if (pin) need.pin_rotations = pin->rotations[square.index()];
  return need;
}

SideNeed Plan::side_need(Square square, Side side, const std::vector<bool>& filled) const {
  const auto across = neighbour(puzzle, square, side);
  if (!across) return puzzle.frame ? SideNeed{Rule::colour, *puzzle.frame} : SideNeed{};
  if (const auto& hint = hinted_[across->index()]) return {Rule::colour, asked(puzzle, *hint, opposite(side))};
  if (filled[across->index()]) return {Rule::neighbour, {}};
  return {frame_only_on_rim_ ? Rule::inside : Rule::free, {}};
}

bool Plan::may_be_placed(const OrientedKind& oriented, const CellNeed& need) const {
  const bool is_pinned = pin && oriented.kind == pin->kind;
  if (is_pinned ? !(need.pin_rotations >> oriented.rotation & 1) : need.pinned_only) return false;
  for (std::size_t s = 0; s < 4; ++s) {
    if (need.sides[s].rule == Rule::colour && oriented.sides[s] != need.sides[s].colour) return false;
    if (need.sides[s].rule == Rule::inside && oriented.sides[s] == *puzzle.frame) return false;
  }
  return true;
}

}  // namespace tesselle::edge
