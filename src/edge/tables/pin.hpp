#pragma once

#include <optional>

#include "edge/tables/plan.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle::edge {

/// The pin that fixes the rotation of the board, chosen so that it leaves the pinned kind as few places as possible;
/// the cell that the path reaches first stands for its orbit. Then every orbit of solutions has group.order() boards,
/// and the search meets exactly one of them.
/// nullopt if no rotation is to be fixed, or if no kind can fix it: every kind has a twin, or can be on the centre of
/// the board and looks the same after a turn. `plan` is the unpinned one.
std::optional<Pin> choose_pin(const Plan& plan, const SymmetryGroup& group);

}  // namespace tesselle::edge
