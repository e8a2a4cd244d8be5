#pragma once

#include <span>
#include <vector>

#include "edge/meet/ring_puzzle.hpp"

namespace tesselle::edge::meet {

/// Inner rows between their border pieces, as colours: what these ask of the rows' ends, top row first.
struct EndsOfRows {
  std::vector<std::uint8_t> left, right;
};

/// Every way to place the pieces that `target` has and `start` lacks so that they fit `start` above them, the ends of
/// the rows, and ask below what `target` asks. Cells row by row. Words do not hold placements: this brings them back,
/// cell by cell and slowly, for the few that belong to solutions.
template <class Word>
std::vector<std::vector<Placed>> fillings(const RingPuzzle& ring, const EndsOfRows& ends, Word start, Word target);

}  // namespace tesselle::edge::meet
