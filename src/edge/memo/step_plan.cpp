#include "edge/memo/step_plan.hpp"

namespace tesselle::edge::memo {
namespace {

constexpr std::size_t max_lists = std::size_t{1} << 22;

StepPlan::Candidate candidate_of(const BoardPlan& plan, const Slots& slots, std::size_t cell, std::uint32_t v) {
  const OrientedKind& value = plan.values[v];
  const Fold::Cell& here = plan.fold.cells[cell];
  StepPlan::Candidate result;
  result.used = plan.layout.used[value.kind];
  result.most = std::uint64_t{plan.copies[value.kind]} - here.orbit;
  result.used.put(result.tells, here.orbit);
  for (std::size_t side = 0; side < 4; ++side) {
    if (const int slot = slots.of_listener[cell][side]; slot != Slots::none)
      plan.layout.slots[static_cast<std::size_t>(slot)].put(result.asks, value.sides[side].value);
    const auto& border = here.across[side];
    if (!border) continue;
    const int told = slots.of_listener[border->cell][static_cast<std::size_t>(border->side)];
    if (told != Slots::none)
      plan.layout.slots[static_cast<std::size_t>(told)].put(result.tells, plan.mate[value.sides[side].index()].value);
  }
  return result;
}

}  // namespace

StepPlan plan_step(const BoardPlan& plan, const Slots& slots, std::size_t cell) {
  const std::size_t colours = plan.mate.size();
  const bool by_pairs = colours * colours * plan.fold.cells.size() <= max_lists;
  StepPlan step;
  std::vector<std::size_t> sides;
  for (std::size_t side = 0; side < 4; ++side)
    if (const int slot = slots.of_listener[cell][side]; slot != Slots::none) {
      const Field& field = plan.layout.slots[static_cast<std::size_t>(slot)];
      field.put(step.asked, field.mask);
      if (sides.size() < (by_pairs ? 2u : 1u))
        (sides.empty() ? step.first : step.second) = field, sides.push_back(side);
    }
  step.stride = sides.size() == 2 ? colours : 1;
  step.lists.resize(sides.empty() ? 1 : step.stride * colours);
  for (const std::uint32_t v : plan.allowed[cell]) {
    const Sides& shown = plan.values[v].sides;
    std::size_t list = 0;
    if (!sides.empty()) list = shown[sides[0]].index() * step.stride;
    if (sides.size() > 1) list += shown[sides[1]].index();
    if (plan.copies[plan.values[v].kind] >= plan.fold.cells[cell].orbit)
      step.lists[list].push_back(candidate_of(plan, slots, cell, v));
  }
  return step;
}

}  // namespace tesselle::edge::memo
