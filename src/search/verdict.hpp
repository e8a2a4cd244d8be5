#pragma once

#include <optional>
#include <string>

#include "tesselle/card.hpp"
#include "tesselle/foreign_formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {

/// Everything that is to be said about a board.
struct Judgement {
  Puzzle puzzle;
  Verdict verdict;
  std::optional<BoardCard> card{};  ///< edge-matching boards
  std::optional<BuiltInSet> set{};  ///< the built-in set that the puzzle's pieces are
};

/// Judges the board of a file, a link, or standard input ("-"). Without a puzzle it must be one of the built-in ones,
/// as the board's pieces tell. A board with pieces that the puzzle has not is judged too, if its sides are written out.
/// Throws InputError.
Judgement judge_board(const std::optional<std::string>& puzzle, const std::string& path_or_link);
Judgement judge_board(const Puzzle& puzzle, const Solution& board);

}  // namespace tesselle
