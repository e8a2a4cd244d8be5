#pragma once

#include "edge/local_search/conflict_board.hpp"

namespace tesselle::edge::repair {

/// The best mixture of two full boards with the same pieces: `board` becomes it; true if that has fewer conflicts.
///
/// Where the boards differ, the pieces move in cycles (a piece that is here in one board is there in the other), and a
/// cycle may follow either board without using a piece twice. Cycles that do not touch one another do not matter to one
/// another, so each group of touching cycles is decided by itself: every combination if they are few, otherwise one
/// flip after the other as long as that helps, from either board.
bool merge(ConflictBoard& board, const ConflictBoard::Layout& other);

}  // namespace tesselle::edge::repair
