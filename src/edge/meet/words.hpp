#pragma once

#include <cstdint>

namespace tesselle::edge::meet {

/// Filled rows of the board's inside as one number: which inner pieces are in them (one bit each, from bit 0), above
/// that the colours that their last row asks of the row below it, one field per column. The two topmost fields say, for
/// a row whose ends are open, what its ends show there.
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
  unsigned right_shift() const { return 64 - colour_bits; }
  unsigned left_shift() const { return 64 - 2 * colour_bits; }
  unsigned right_of(Word word) const { return static_cast<unsigned>(word >> right_shift()); }
  unsigned left_of(Word word) const { return static_cast<unsigned>(word >> left_shift() & colour_mask()); }
  Word without_right(Word word) const { return word << colour_bits >> colour_bits; }
  Word without_ends(Word word) const { return word << 2 * colour_bits >> 2 * colour_bits; }
  unsigned bits() const { return pieces + colour_bits * (columns + 2); }
};

}  // namespace tesselle::edge::meet
