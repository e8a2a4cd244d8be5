#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edge/memo/board_plan.hpp"

namespace tesselle::edge::memo {

constexpr std::size_t max_key_words = 16;
/// A key before it is known how many words the searching loops need.
using WideKey = std::array<std::uint64_t, max_key_words>;

/// One step of a sweep: what can be laid on its cell, in lists by the colours of at most two slots.
struct StepPlan {
  struct Candidate {
    WideKey asks{};   ///< what the slots of its filled neighbours must hold
    WideKey tells{};  ///< what it adds: the colours it asks of cells to come, and itself among the used
    Field used;
    std::uint64_t most = 0;  ///< used before
  };
  WideKey asked{};      ///< the slots whose borders close, as ones
  Field first, second;  ///< what lists are chosen by; a field without bits always holds 0
  std::size_t stride = 0;
  std::vector<std::vector<Candidate>> lists;
};

/// `slots` are those of the direction in which the cells are filled.
StepPlan plan_step(const BoardPlan& plan, const Slots& slots, std::size_t cell);

}  // namespace tesselle::edge::memo
