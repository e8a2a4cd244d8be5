#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// Puzzles that someone types in: the file that is made of the answers, and what in it looks mistyped.

/// How the two halves of a picture are written around its name: "*+ *-" or "H* B*".
struct Halves {
  struct Mark {
    std::string before, after;
  };
  std::array<Mark, 2> marks;

  /// The other half of a side; nullopt if the side carries no mark, or both.
  std::optional<std::string> mate(const std::string& side) const;
};
std::optional<Halves> parse_halves(const std::string& text);

struct EdgeDraft {
  std::string name, title;
  int width = 3, height = 3;
  std::optional<std::string> frame{};
  std::optional<Halves> halves{};                    ///< without: equal sides match
  std::vector<std::array<std::string, 4>> pieces{};  ///< clockwise from the top
};

struct ShapeDraft {
  std::string name;
  int copies = 1;
  std::vector<std::string> rows;  ///< of '#' and '.'; in a box with layers, an empty row starts the next layer
};
struct PackingDraft {
  std::string name, title, box;  ///< box: "6x10", "3x4x5"
  std::vector<std::string> sets{};
  std::vector<ShapeDraft> shapes{};
  bool turn_over = true;
};

/// A native puzzle file with comments that say what its parts mean.
std::string puzzle_file(const EdgeDraft& draft);
std::string puzzle_file(const PackingDraft& draft);

/// One thing that looks mistyped. `fatal`: no board can be a solution.
struct Doubt {
  std::string text;
  bool fatal = false;
};
std::vector<Doubt> doubts_about(const Puzzle& puzzle);

/// How many sides match at most, whatever the board: a bound on the score.
int max_matches(const EdgePuzzle& puzzle);

/// How many sides would be left over if every side looked for a partner: 0 where the halves of all pictures balance.
int sides_left_over(const EdgePuzzle& puzzle);

}  // namespace tesselle
