#pragma once

#include <array>
#include <vector>

#include "edge/meet/ring_puzzle.hpp"
#include "edge/meet/word_buffer.hpp"

namespace tesselle::edge::meet {

/// Finds every filling of an inner row from the colours asked of it: by the border pieces at its ends and by the row
/// above. A row whose right end is open is filled for every colour there; the scratch field then says which.
///
/// A row is cut into segments of two or three cells. All fillings of a segment are kept under the colours asked of it
/// (west, then north cell by cell, then east if it is the last and not open). The tables fit into the second-level
/// cache, and a list is tested against the pieces in use eight words at a time where the machine can.
class RowFiller {
 public:
  enum class RightEnd { closed, open };
  RowFiller(const RingPuzzle& ring, RightEnd right_end, bool wide = has_wide_registers());

  /// Appends the words of all rows under each of `aboves` with pieces not in it: the pieces of both, and what the row
  /// asks.
  void fill(unsigned left, unsigned right, const WordBuffer& aboves, WordBuffer& rows) {
    (this->*fill_)(left, right, aboves, rows);
  }
  unsigned right_of(Word row) const { return static_cast<unsigned>(row >> layout_.scratch_shift()); }
  Word without_right(Word row) const { return row << layout_.colour_bits >> layout_.colour_bits; }

  static bool has_wide_registers();

 private:
  struct Segment {
    unsigned begin = 0, length = 0;  ///< columns
    bool keyed_by_east = false;
    unsigned norths_shift = 0, west_shift = 0, east_bits = 0;  ///< where a key's parts come from and go to
    Word norths_mask = 0;
    std::vector<std::uint32_t> starts;  ///< per key: into `fillings`
    std::vector<Word> fillings;         ///< pieces, asked colours; scratch: what it asks, or if last shows, to its east
  };

  /// `norths`: what the whole row above asks.
  static std::size_t key_of(const Segment& segment, unsigned west, unsigned right, Word norths) {
    const Word key = Word{west} << segment.west_shift | (norths >> segment.norths_shift & segment.norths_mask);
    return static_cast<std::size_t>(key << segment.east_bits | (segment.keyed_by_east ? right : 0));
  }

  Segment make_segment(const RingPuzzle& ring, unsigned begin, unsigned length, RightEnd right_end) const;
  void fill_plain(unsigned left, unsigned right, const WordBuffer& aboves, WordBuffer& rows);
  void fill_wide(unsigned left, unsigned right, const WordBuffer& aboves, WordBuffer& rows);

  WordLayout layout_;
  std::vector<Segment> segments_;
  std::array<WordBuffer, 2> stages_;  ///< rows filled up to a segment
  void (RowFiller::*fill_)(unsigned, unsigned, const WordBuffer&, WordBuffer&);
};

}  // namespace tesselle::edge::meet
