#pragma once

#include <cstdint>

namespace tesselle::edge::meet {

/// Filled rows of the board's inside as one number: which inner pieces lie in them (one bit each, from bit 0), above
/// that the colours that their last row asks of the row below it, one field per column. The topmost field is scratch.
using Word = std::uint64_t;

/// Which border and corner pieces a chain uses: one bit each.
using RingSet = std::uint64_t;

/// Where the parts of a Word are.
struct WordLayout {
  unsigned pieces = 0;       ///< inner pieces
  unsigned colour_bits = 0;  ///< per column
  unsigned columns = 0;

  Word piece_mask() const { return (Word{1} << pieces) - 1; }
  Word colour_mask() const { return (Word{1} << colour_bits) - 1; }
  /// All asked colours, moved down to bit 0.
  Word asked(Word word) const { return (word >> pieces) & ((Word{1} << (colour_bits * columns)) - 1); }
  unsigned asked_at(Word word, unsigned column) const {
    return static_cast<unsigned>((word >> (pieces + colour_bits * column)) & colour_mask());
  }
  Word ask(unsigned colour, unsigned column) const { return Word{colour} << (pieces + colour_bits * column); }
  unsigned scratch_shift() const { return 64 - colour_bits; }
  bool fits() const { return pieces + colour_bits * (columns + 1) <= 64; }
};

}  // namespace tesselle::edge::meet
