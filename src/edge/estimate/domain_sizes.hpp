#pragma once

#include <cstdint>
#include <vector>

#include "edge/tables/plan.hpp"

namespace tesselle::edge {

/// How much is left to choose on a board that has begun: its weight by the domains of its cells.
class DomainSizes {
 public:
  explicit DomainSizes(const EdgePuzzle& puzzle);

  /// Pieces, turned in every way, that are left and fit, added up over the empty cells beside filled ones; 0 if nothing
  /// fits one of them. (The other cells know nothing of the board but which pieces are left.)
  std::uint64_t beside(const EdgeBoard& board) const;

 private:
  std::uint64_t fitting(const EdgeBoard& board, Square square, const std::vector<int>& copies_left) const;
  bool touches_filled(const EdgeBoard& board, Square square) const;

  Plan plan_;
  std::vector<std::vector<std::uint32_t>> allowed_;  ///< per cell, by the rim and the hints: indices of values
};

}  // namespace tesselle::edge
