#pragma once

#include <optional>
#include <string>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

/// A reason, in one sentence, why a packing puzzle has no solution, if there is one simpler than a search: areas that
/// do not add up, a cell or a piece that nothing reaches, or a colouring that no choice of orientations can balance.
/// nullopt means that no such reason is known, not that there is a solution.
std::optional<std::string> obstruction(const PackingPuzzle& puzzle);

}  // namespace tesselle
