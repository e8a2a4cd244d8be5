#pragma once

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// A board as a record to be written or shown, with the score and the conflicts that the verifier (tesselle/verify.hpp)
/// finds. What made the board is left empty.
SolutionRecord verified_record(const Puzzle& puzzle, const Solution& board);

}  // namespace tesselle
