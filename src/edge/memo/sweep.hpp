#pragma once

#include <span>
#include <vector>

#include "base/ways_table.hpp"
#include "edge/memo/board_plan.hpp"

namespace tesselle::edge::memo {

/// The cells in the order in which one direction fills them, and what can be placed on each, as operations on keys.
template <std::size_t Words>
class Sweep {
 public:
  using Key = StateKey<Words>;

  struct Candidate {
    Key asks{};   ///< what the slots of its filled neighbours must hold
    Key tells{};  ///< what it adds: the colours it asks of cells to come, and itself among the used
    Field used;
    std::uint64_t most = 0;  ///< used before
  };

  Sweep(const BoardPlan& plan, Direction direction) : slots_(plan.slots(direction)) {
    const std::size_t count = plan.fold.cells.size();
    const std::size_t colours = plan.mate.size();
    const bool by_pairs = colours * colours * count <= max_lists;
    for (std::size_t step = 0; step < count; ++step)
      add_step(plan, static_cast<std::uint32_t>(direction == Direction::forwards ? step : count - 1 - step), by_pairs);
  }

  std::size_t steps() const { return steps_.size(); }
  const Slots& slots() const { return slots_; }

  /// Those that can be placed on the cell of a step are among these.
  std::span<const Candidate> candidates(std::size_t step, const Key& key) const {
    const Step& here = steps_[step];
    const std::size_t list = here.first_list + here.first.in(key)*here.stride + here.second.in(key);
    return {candidates_.data() + begin_[list], candidates_.data() + begin_[list + 1]};
  }
  bool fits(std::size_t step, const Candidate& candidate, const Key& key) const {
    const Key& asked = steps_[step].asked;
    std::uint64_t clash = 0;
    for (std::size_t w = 0; w < Words; ++w) clash |= (key[w] ^ candidate.asks[w]) & asked[w];
    return clash == 0 && candidate.used.in(key) <= candidate.most;
  }
  Key laid(std::size_t step, const Candidate& candidate, const Key& key) const {
    const Key& asked = steps_[step].asked;
    Key after;
    for (std::size_t w = 0; w < Words; ++w) after[w] = (key[w] & ~asked[w]) + candidate.tells[w];
    return after;
  }

 private:
  static constexpr std::size_t max_lists = std::size_t{1} << 22;

  /// Lists are chosen by the colours of at most two slots; a field without bits always holds 0.
  struct Step {
    Key asked{};  ///< the slots whose borders close, as ones
    Field first, second;
    std::size_t first_list = 0, stride = 0;
  };

  void add_step(const BoardPlan& plan, std::uint32_t cell, bool by_pairs) {
    Step step;
    std::vector<std::size_t> sides;
    for (std::size_t side = 0; side < 4; ++side)
      if (const int slot = slots_.of_listener[cell][side]; slot != Slots::none) {
        const Field& field = plan.layout.slots[static_cast<std::size_t>(slot)];
        field.put(step.asked, field.mask);
        if (sides.size() < (by_pairs ? 2u : 1u))
          (sides.empty() ? step.first : step.second) = field, sides.push_back(side);
      }
    const std::size_t colours = plan.mate.size();
    step.stride = sides.size() == 2 ? colours : 1;
    step.first_list = begin_.size() - 1;
    std::vector<std::vector<Candidate>> lists(sides.empty() ? 1 : step.stride * colours);
    for (const std::uint32_t v : plan.allowed[cell]) {
      const Sides& shown = plan.values[v].sides;
      std::size_t list = 0;
      if (!sides.empty()) list = shown[sides[0]].index() * step.stride;
      if (sides.size() > 1) list += shown[sides[1]].index();
      if (plan.copies[plan.values[v].kind] >= plan.fold.cells[cell].orbit)
        lists[list].push_back(candidate(plan, cell, v));
    }
    for (const auto& list : lists) {
      candidates_.insert(candidates_.end(), list.begin(), list.end());
      begin_.push_back(candidates_.size());
    }
    steps_.push_back(step);
  }

  Candidate candidate(const BoardPlan& plan, std::uint32_t cell, std::uint32_t v) const {
    const OrientedKind& value = plan.values[v];
    const Fold::Cell& here = plan.fold.cells[cell];
    Candidate result;
    result.used = plan.layout.used[value.kind];
    result.most = std::uint64_t{plan.copies[value.kind]} - here.orbit;
    result.used.put(result.tells, here.orbit);
    for (std::size_t side = 0; side < 4; ++side) {
      if (const int slot = slots_.of_listener[cell][side]; slot != Slots::none)
        plan.layout.slots[static_cast<std::size_t>(slot)].put(result.asks, value.sides[side].value);
      const auto& border = here.across[side];
      if (!border) continue;
      const int told = slots_.of_listener[border->cell][static_cast<std::size_t>(border->side)];
      if (told != Slots::none)
        plan.layout.slots[static_cast<std::size_t>(told)].put(result.tells, plan.mate[value.sides[side].index()].value);
    }
    return result;
  }

  const Slots& slots_;
  std::vector<Step> steps_;
  std::vector<std::size_t> begin_ = {0};  ///< per list, and one more
  std::vector<Candidate> candidates_;
};

}  // namespace tesselle::edge::memo
