#pragma once

#include <array>
#include <vector>

#include "edge/meet/ring_puzzle.hpp"
#include "edge/meet/word_buffer.hpp"

namespace tesselle::edge::meet {

/// Colours first … last.
struct ColourRun {
  unsigned first = 0, last = 0;
};

/// Finds every filling of an inner row from the colours asked of it: by the border pieces at its ends and by the row
/// above. A row with open ends is filled for some colours on its left and every colour on its right; the topmost fields
/// of its word then say which.
///
/// A row is cut into segments of two or three cells. All fillings of a segment are kept under the colours asked of it:
/// north cell by cell, then west, then east if it is the last and not open. The tables fit into the second-level cache,
/// and a list is tested against the pieces in use eight words at a time where the machine can.
class RowFiller {
 public:
  enum class Ends { closed, open };
  /// Rows filled up to a segment. Each thread has its own.
  using Scratch = std::array<WordBuffer, 2>;

  RowFiller(const RingPuzzle& ring, Ends ends, bool wide = has_wide_registers());

  /// Appends the words of all rows under each of `aboves` with pieces not in it: the pieces of both, and what the row
  /// asks. `right` is for closed rows, which have one left colour.
  void fill(std::span<const ColourRun> lefts, unsigned right, const WordBuffer& aboves, WordBuffer& rows,
            Scratch& scratch) const {
    (this->*fill_)(lefts, right, aboves, rows, scratch);
  }

  static bool has_wide_registers();

 private:
  struct Segment {
    unsigned begin = 0, length = 0;  ///< columns
    bool keyed_by_east = false;
    unsigned norths_shift = 0;  ///< where what is asked of it stands among what the row above asks
    Word norths_mask = 0;
    std::vector<std::uint32_t> starts;  ///< per key: into `fillings`
    std::vector<Word> fillings;         ///< pieces, asked colours, and what its open ends show or ask
  };
  /// The lists of a segment under given norths (and east): where the one of each west colour begins and ends.
  struct Lists {
    const std::uint32_t* starts;
    const Word* fillings;
    unsigned west_shift;
  };

  /// `norths`: what the whole row above asks.
  std::size_t key_of(const Segment& segment, unsigned west, unsigned east, Word norths) const {
    const Word key = (norths >> segment.norths_shift & segment.norths_mask) << layout_.colour_bits | west;
    return static_cast<std::size_t>(segment.keyed_by_east ? key << layout_.colour_bits | east : key);
  }
  Lists lists(const Segment& segment, Word norths, unsigned east) const;
  Segment make_segment(const RingPuzzle& ring, unsigned begin, unsigned length, Ends ends) const;
  template <class WriteFree>
  void fill_with(const WriteFree& write_free, std::span<const ColourRun> lefts, unsigned right,
                 const WordBuffer& aboves, WordBuffer& rows, Scratch& scratch) const;
  void fill_plain(std::span<const ColourRun> lefts, unsigned right, const WordBuffer& aboves, WordBuffer& rows,
                  Scratch& scratch) const;
  void fill_wide(std::span<const ColourRun> lefts, unsigned right, const WordBuffer& aboves, WordBuffer& rows,
                 Scratch& scratch) const;

  WordLayout layout_;
  std::vector<Segment> segments_;
  void (RowFiller::*fill_)(std::span<const ColourRun>, unsigned, const WordBuffer&, WordBuffer&, Scratch&) const;
};

}  // namespace tesselle::edge::meet
