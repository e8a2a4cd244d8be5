#include "edge/tables/pin.hpp"

#include <algorithm>

#include "base/patience.hpp"

namespace tesselle::edge {
namespace {

bool is_fixed(const SymmetryGroup& group, Square square) {
  const auto& elements = group.elements();
  return std::all_of(elements.begin(), elements.end(),
                     [&](const SymmetryGroup::Element& g) { return g.cells[square.index()] == square.value; });
}

/// Where a kind may be placed as far as frame and hints tell: the number of its placements, and whether one of them is
/// on a cell that the rotations of the board do not move.
struct Room {
  std::size_t placements = 0;
  bool on_fixed_cell = false;
};

std::vector<Room> room_of_kinds(const Plan& plan, const SymmetryGroup& group) {
  std::vector<Room> rooms(plan.kinds.shape.size());
  for (const Plan::Turn& turn : plan.turns) {
    Patience::ask();  // a large board has thousands of millions of placements
    const CellNeed need = plan.need_at_start(turn.square);
    const bool fixed = is_fixed(group, turn.square);
    for (const OrientedKind& value : plan.values) {
      if (!plan.may_be_placed(value, need)) continue;
      ++rooms[value.kind].placements;
      rooms[value.kind].on_fixed_cell |= fixed;
    }
  }
  return rooms;
}

std::optional<std::size_t> choose_kind(const Plan& plan, const SymmetryGroup& group) {
  const std::vector<Room> rooms = room_of_kinds(plan, group);
  std::optional<std::size_t> best;
  for (std::size_t kind = 0; kind < rooms.size(); ++kind) {
    const bool alone = plan.kinds.members[kind].size() == 1 && plan.copies[kind] == 1;
    if (!alone || (rooms[kind].on_fixed_cell && plan.kinds.rotations[kind] != 4)) continue;
    if (!best || rooms[kind].placements < rooms[*best].placements) best = kind;
  }
  return best;
}

std::vector<std::uint8_t> allowed_rotations(const Plan& plan, const SymmetryGroup& group) {
  constexpr std::uint8_t all = 0xf;
  const auto one_of_each_orbit = static_cast<std::uint8_t>(all >> (4 - 4 / group.order()));
  std::vector<std::uint8_t> allowed(plan.puzzle.cell_count(), 0);
  std::vector<bool> orbit_seen(plan.puzzle.cell_count(), false);
  for (const Plan::Turn& turn : plan.turns) {
    if (orbit_seen[turn.square.index()]) continue;
    for (const auto& g : group.elements()) orbit_seen[g.cells[turn.square.index()]] = true;
    allowed[turn.square.index()] = is_fixed(group, turn.square) ? one_of_each_orbit : all;
  }
  return allowed;
}

}  // namespace

std::optional<Pin> choose_pin(const Plan& plan, const SymmetryGroup& group) {
  if (group.order() == 1) return std::nullopt;
  const auto kind = choose_kind(plan, group);
  if (!kind) return std::nullopt;
  return Pin{static_cast<std::uint16_t>(*kind), allowed_rotations(plan, group)};
}

}  // namespace tesselle::edge
