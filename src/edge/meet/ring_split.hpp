#pragma once

#include <string>

#include "edge/meet/ring_puzzle.hpp"

namespace tesselle::edge::meet {

/// Bytes of a chain in a list, and of a bottom half in the filter.
constexpr double bytes_per_chain = 24, bytes_per_word = 2;

/// Where the board is cut: after how many inner rows. Expectations, from the number of pieces and how often two sides
/// of them fit.
struct RingSplit {
  unsigned stem_rows = 0, bottom_rows = 0;  ///< a top half has one row more than its stem
  bool fixed_in_bottom = false;             ///< one corner piece, so that each board comes in one rotation
  double chains = 0;                        ///< of both halves
  double bottom_words = 0, top_words = 0;   ///< fillings made, each once for all chains that are alike
  double bytes = 0;                         ///< if all is done at once
  double parts = 1;                         ///< into which the work is cut to fit into memory

  /// Bottom halves are made twice; to list and sort a chain takes about as long as to fill forty rows (measured where
  /// border colours are few and chains are most of the work).
  double work() const { return 40 * chains + 2 * bottom_words + top_words; }
  std::string text() const;
};

/// The cut with the least work within the memory.
RingSplit choose_split(const RingPuzzle& ring, std::size_t memory);

}  // namespace tesselle::edge::meet
