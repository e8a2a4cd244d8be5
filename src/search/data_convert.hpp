#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// The formats that puzzles and solutions can be written in: "toml", "json", "xmpuzzle", …
std::vector<std::string> convert_formats();

/// A puzzle, or a solution of it, in one of the formats. Throws UsageError if the format cannot express it, and, for
/// programs that trust such files, if the board is not a solution.
std::string converted(const Puzzle& puzzle, const std::string& format, const std::optional<SolutionRecord>& solution);

}  // namespace tesselle
