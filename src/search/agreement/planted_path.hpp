#pragma once

#include "engine/engine.hpp"
#include "puzzle/symmetry.hpp"
#include "search/agreement/courses.hpp"

namespace tesselle {

/// Follows one known solution through the search tree of an engine that walks a tree and shows its board: from every
/// node whose board is part of the solution, the engine is asked for its children, and those that are part of it are
/// followed. The solution must come up exactly once. If it does not, some node was pruned that leads to it; the answer
/// says which was the last one on the way. too_long: too many nodes are part of it.
///
/// Every prune on the path is checked this way without a word in the engines' loops.
TrialResult follow_planted_path(Engine& engine, const SymmetryGroup& group, const Solution& planted,
                                const Solution& blank);

}  // namespace tesselle
