#pragma once

#include "edge/memo/layout.hpp"
#include "edge/tables/plan.hpp"

namespace tesselle::edge::memo {

/// All that counting the boards of a fold needs to know, in both directions.
struct BoardPlan {
  BoardPlan(const Plan& plan, Fold fold);

  Fold fold;
  std::vector<OrientedKind> values;
  std::vector<Colour> mate;
  std::vector<std::uint16_t> copies;                ///< per kind, hinted ones included
  std::vector<std::vector<std::uint32_t>> allowed;  ///< per cell of the fold: values that may be placed there
  Slots forwards, backwards;
  Layout layout;

  const Slots& slots(Direction direction) const { return direction == Direction::forwards ? forwards : backwards; }
};

}  // namespace tesselle::edge::memo
