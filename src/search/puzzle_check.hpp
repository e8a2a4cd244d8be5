#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// A reason why a puzzle cannot have a solution, seen without searching: for editors.
struct PuzzleProblem {
  std::string code;  ///< docs/api.md lists them
  std::string text;  ///< one sentence
};
std::vector<PuzzleProblem> problems_of(const Puzzle& puzzle);

/// Problems, colours and rim, or areas, as docs/api.md lists them.
Json check_json(const Puzzle& puzzle);

}  // namespace tesselle
