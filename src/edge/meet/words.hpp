#pragma once

#include <cstdint>

namespace tesselle::edge::meet {

/// Filled rows of the board's inside as one number, a *word*: which inner pieces are in them (one bit each, from bit
/// 0), above that the colours that their last row asks of the row below it, one field per column. The two topmost
/// fields say, for a row whose ends are open, what its ends show there.
///
/// Everything that handles words is a template: 64 bits where they are enough, 128 for larger boards. The pieces are in
/// the first 64 bits of both.
using Word64 = std::uint64_t;
__extension__ using Word128 = unsigned __int128;

/// Which border and corner pieces a chain uses: one bit each.
using RingSet = std::uint64_t;

/// What the border pieces of a chain ask of the inside, one field per piece.
using SideWord = std::uint64_t;

/// How many bits the parts of a word take.
struct WordLayout {
  unsigned pieces = 0;       ///< inner pieces
  unsigned colour_bits = 0;  ///< per column
  unsigned columns = 0;

  unsigned colour_mask() const { return (1u << colour_bits) - 1; }
  unsigned bits() const { return pieces + colour_bits * (columns + 2); }
};

/// Where the parts of a word are.
template <class Word>
struct WordParts : WordLayout {
  static constexpr unsigned width = 8 * sizeof(Word);

  explicit WordParts(const WordLayout& layout) : WordLayout(layout) {}

  Word piece_mask() const { return (Word{1} << pieces) - 1; }
  /// All asked colours, moved down to bit 0.
  std::uint64_t asked(Word word) const {
    return static_cast<std::uint64_t>(word >> pieces) & ((std::uint64_t{1} << (colour_bits * columns)) - 1);
  }
  unsigned asked_at(Word word, unsigned column) const {
    return static_cast<unsigned>(word >> (pieces + colour_bits * column)) & colour_mask();
  }
  Word ask(unsigned colour, unsigned column) const { return Word{colour} << (pieces + colour_bits * column); }
  unsigned right_shift() const { return width - colour_bits; }
  unsigned left_shift() const { return width - 2 * colour_bits; }
  unsigned right_of(Word word) const { return static_cast<unsigned>(word >> right_shift()); }
  unsigned left_of(Word word) const { return static_cast<unsigned>(word >> left_shift()) & colour_mask(); }
  Word without_right(Word word) const { return word << colour_bits >> colour_bits; }
  Word without_ends(Word word) const { return word << 2 * colour_bits >> 2 * colour_bits; }
};

}  // namespace tesselle::edge::meet
