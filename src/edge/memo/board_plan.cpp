#include "edge/memo/board_plan.hpp"

#include <algorithm>
#include <set>

namespace tesselle::edge::memo {
namespace {

/// Is a border where the cell meets itself in order, and does the piece look right after the turns that bring the cell
/// back to its place?
bool agrees_with_itself(const BoardPlan& plan, std::uint32_t cell, const Sides& sides) {
  const Fold::Cell& here = plan.fold.cells[cell];
  if (rotated(sides, plan.fold.quarter_turns * here.orbit & 3) != sides) return false;
  for (std::size_t side = 0; side < 4; ++side) {
    const auto& border = here.across[side];
    if (border && border->cell == cell &&
        plan.mate[sides[side].index()] != sides[static_cast<std::size_t>(border->side)])
      return false;
  }
  return true;
}

std::vector<std::uint32_t> values_allowed(const BoardPlan& board, const Plan& plan, std::uint32_t cell) {
  const Square square = board.fold.cells[cell].square;
  const auto hint = std::find_if(plan.puzzle.hints.begin(), plan.puzzle.hints.end(),
                                 [&](const EdgeHint& h) { return h.square == square; });
  const bool hinted = hint != plan.puzzle.hints.end();
  const Sides wanted =
      hinted ? rotated(plan.puzzle.pieces[hint->placed.piece.index()], hint->placed.rotation) : Sides{};
  const CellNeed need = plan.need_at_start(square);
  std::vector<std::uint32_t> allowed;
  for (std::uint32_t v = 0; v < plan.values.size(); ++v) {
    const OrientedKind& value = plan.values[v];
    const bool may_be_placed = hinted ? value.sides == wanted : plan.may_be_placed(value, need);
    if (may_be_placed && agrees_with_itself(board, cell, value.sides)) allowed.push_back(v);
  }
  return allowed;
}

/// A kind that has no more cells than pieces has all of them.
void reserve_cells(BoardPlan& plan) {
  std::vector<std::uint32_t> room(plan.copies.size(), 0);
  const auto kind_of = [&](std::uint32_t value) { return plan.values[value].kind; };
  for (std::size_t cell = 0; cell < plan.allowed.size(); ++cell) {
    std::set<std::uint16_t> kinds;
    for (const std::uint32_t value : plan.allowed[cell]) kinds.insert(kind_of(value));
    for (const std::uint16_t kind : kinds) room[kind] += plan.fold.cells[cell].orbit;
  }
  for (auto& allowed : plan.allowed) {
    const auto needs_it = [&](std::uint32_t value) { return room[kind_of(value)] <= plan.copies[kind_of(value)]; };
    if (std::any_of(allowed.begin(), allowed.end(), needs_it))
      std::erase_if(allowed, [&](std::uint32_t value) { return !needs_it(value); });
  }
}

std::vector<std::uint16_t> all_copies(const PieceKinds& kinds) {
  std::vector<std::uint16_t> copies;
  for (const auto& members : kinds.members) copies.push_back(static_cast<std::uint16_t>(members.size()));
  return copies;
}

}  // namespace

BoardPlan::BoardPlan(const Plan& plan, Fold folded)
    : fold(std::move(folded)),
      values(plan.values),
      mate(plan.puzzle.mate),
      copies(all_copies(plan.kinds)),
      allowed(fold.cells.size()),
      forwards(slots_along(fold, Direction::forwards)),
      backwards(slots_along(fold, Direction::backwards)),
      layout(mate.size(), std::max(forwards.count, backwards.count), copies) {
  for (std::uint32_t cell = 0; plan.hints_fit && cell < allowed.size(); ++cell)
    allowed[cell] = values_allowed(*this, plan, cell);
  reserve_cells(*this);
}

}  // namespace tesselle::edge::memo
