#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/ways_table.hpp"
#include "edge/memo/step_plan.hpp"

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
    for (std::size_t step = 0; step < count; ++step)
      add_step(plan_step(plan, slots_, direction == Direction::forwards ? step : count - 1 - step));
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
  /// Lists are chosen by the colours of at most two slots; a field without bits always holds 0.
  struct Step {
    Key asked{};  ///< the slots whose borders close, as ones
    Field first, second;
    std::size_t first_list = 0, stride = 0;
  };

  void add_step(const StepPlan& plan) {
    steps_.push_back({narrow(plan.asked), plan.first, plan.second, begin_.size() - 1, plan.stride});
    for (const auto& list : plan.lists) {
      for (const StepPlan::Candidate& one : list)
        candidates_.push_back({narrow(one.asks), narrow(one.tells), one.used, one.most});
      begin_.push_back(candidates_.size());
    }
  }

  static Key narrow(const WideKey& wide) {
    Key key;
    std::copy_n(wide.begin(), Words, key.begin());
    return key;
  }

  const Slots& slots_;
  std::vector<Step> steps_;
  std::vector<std::size_t> begin_ = {0};  ///< per list, and one more
  std::vector<Candidate> candidates_;
};

}  // namespace tesselle::edge::memo
