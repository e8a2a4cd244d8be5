#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/puzzle_facts.hpp"

namespace tesselle {

/// What is known about a built-in puzzle besides what its pieces and board say.
struct LibraryFacts {
  std::string group;  ///< the title that lists show it under
  KnownSolutions solutions;
  Hardness hardness = Hardness::seconds;
};

/// nullopt if the puzzle is not built in; a file with a built-in puzzle's contents counts as built in, one that only
/// has its name does not.
std::optional<LibraryFacts> library_facts(const Puzzle& puzzle);

/// Every built-in puzzle, group by group, each in natural order.
std::vector<PuzzleFacts> library_list();

}  // namespace tesselle
