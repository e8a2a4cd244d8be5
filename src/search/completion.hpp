#pragma once

#include <stop_token>

#include "search/board_cells.hpp"
#include "tesselle/search.hpp"

namespace tesselle {

/// The puzzle in which the pieces of a board are hints: what is found goes on from the board. Throws UsageError if the
/// board breaks a rule or disagrees with a hint.
Puzzle with_fixed(const Puzzle& puzzle, const Solution& board);

/// Can a board still be completed?
struct Completion {
  enum class Outcome { yes, no, unknown };
  Outcome outcome = Outcome::unknown;
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::string engine;                   ///< "" if none was needed
  std::optional<SolutionRecord> board;  ///< complete, if the answer is yes
};
Completion complete(const Puzzle& puzzle, const Solution& board, double seconds, std::stop_token stop = {});
Json completion_json(const Puzzle& puzzle, const Completion& completion);

/// One move for somebody who is stuck, and why.
struct BoardHint {
  std::string kind;  ///< docs/api.md lists them
  std::optional<Placement> placement;
  std::optional<std::size_t> cell;
  std::optional<std::size_t> choices;
  bool certain = false;
  std::string why;
};
/// Asks an engine, for `seconds` at most, if the board itself does not tell.
BoardHint hint_for(const Puzzle& puzzle, const Solution& board, double seconds, std::stop_token stop = {});
Json hint_json(const Puzzle& puzzle, const BoardHint& hint);

}  // namespace tesselle
