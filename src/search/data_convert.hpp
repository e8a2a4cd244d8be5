#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// The formats that puzzles and solutions can be written in: "toml", "json", "xmpuzzle", …
std::vector<std::string> convert_formats();

/// What to write, where formats leave a choice.
struct ConvertChoice {
  std::string format = "toml";
  std::string sides = "nesw";  ///< list, csv: the order of the sides
  bool numbered = false;       ///< list: with the number of each piece
};

struct Converted {
  std::string text;
  std::string note{};  ///< what the format shows in another way than the puzzle means it; may be empty
};

/// A puzzle, or a solution of it, in one of the formats. Throws UsageError if the format cannot express it, and, for
/// programs that trust such files, if the board is not a solution.
Converted converted(const Puzzle& puzzle, const ConvertChoice& choice, const std::optional<SolutionRecord>& solution);

}  // namespace tesselle
