#pragma once

#include <optional>
#include <vector>

#include "tesselle/shown_board.hpp"

namespace tesselle {

/// A judge's notes on an edge-matching board: which pieces are on it, what the rim shows, which clues are kept, what
/// matches and where it does not. A verdict (tesselle/verify.hpp) says whether a board is a solution; the card says
/// everything that is needed to put it right.
struct BoardCard {
  /// Two sides that touch and do not match; a side that no colour of the puzzle has is nullopt.
  struct Clash {
    Square square, other;
    Side side = Side::east;  ///< of `square`
    std::optional<Colour> here{}, there{};
  };
  struct RimFault {
    Square square;
    Side side = Side::north;
    std::optional<Colour> colour{};
  };
  struct Repeated {
    PieceId piece;
    std::vector<Square> squares;
  };
  struct Clue {
    EdgeHint hint;
    bool kept = false;
  };

  EdgeBoard board;                 ///< the pieces that were recognised; twins are taken in their order
  std::vector<Square> empty;       ///< cells without a piece
  std::vector<Square> strangers;   ///< cells that show sides which no piece has
  std::vector<Square> misnamed;    ///< cells whose sides are not those of the piece that they are said to hold
  std::vector<Repeated> repeated;  ///< pieces that are on the board more than once
  std::vector<PieceId> missing;
  int rim_sides = 0;  ///< 0 without a frame
  std::vector<RimFault> rim_faults;
  std::vector<Clue> clues;
  int score = 0, max_score = 0;  ///< matching inner edges as shown, strangers included
  std::vector<Clash> clashes;

  /// Every piece of the set is on the board, once.
  bool whole_set() const { return strangers.empty() && repeated.empty() && missing.empty(); }
  int clues_kept() const;
};

/// Clues are judged by what the cells show, so that a twin keeps one.
BoardCard judge(const EdgePuzzle& puzzle, const ShownBoard& board, const std::vector<EdgeHint>& clues);

}  // namespace tesselle
