#pragma once

#include <vector>

#include "edge/meet/ring_puzzle.hpp"

namespace tesselle::edge::meet {

/// The word that a half must have to fit another: it touches it everywhere and has all other pieces. A bottom half is
/// kept as the top half that it is when the board is turned by half a turn, so this turns back as well. Its own
/// inverse.
class Counterparts {
 public:
  explicit Counterparts(const RingPuzzle& ring);

  Word of(Word word) const {
    const Word pieces = words_.piece_mask() & ~word, asked = words_.asked(word);
    return pieces | (table_.empty() ? turned(asked) : Word{table_[asked]} << words_.pieces);
  }

 private:
  Word turned(Word asked) const;

  WordLayout words_;
  std::vector<std::uint8_t> mate_;
  std::vector<std::uint32_t> table_;  ///< per asked colours of a row, unless they are too many
};

}  // namespace tesselle::edge::meet
