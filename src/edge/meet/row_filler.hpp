#pragma once

#include <vector>

#include "edge/meet/ring_puzzle.hpp"

namespace tesselle::edge::meet {

/// Finds every filling of an inner row from the colours asked of it: by its two border pieces and by the row above.
///
/// A row is cut into segments of two or three cells. All fillings of a segment are kept under the colours asked of it
/// (west, then north cell by cell, and east where it is the last), so that a row is a few lookups in tables that fit
/// into the second-level cache. Whole rows as table entries were 200 times larger and not faster.
class RowFiller {
 public:
  explicit RowFiller(const RingPuzzle& ring);

  /// Calls found(word) for each filling of a row under `above` with pieces not in it: the pieces of both, and what
  /// the new row asks.
  template <class Found>
  void fill(unsigned left, unsigned right, Word above, Found&& found) const {
    extend(0, left, right, above, above & layout_.piece_mask(), found);
  }

 private:
  struct Segment {
    unsigned begin = 0, length = 0;  ///< columns
    bool last = false;
    std::vector<std::uint32_t> starts;  ///< per key: into `fillings`
    std::vector<Word> fillings;         ///< pieces, asked colours, and in the scratch field what it asks to its east
  };

  template <class Found>
  void extend(std::size_t index, unsigned west, unsigned right, Word above, Word word, Found& found) const {
    const Segment& segment = segments_[index];
    const std::size_t key = key_of(segment, west, right, above);
    const Word pieces = layout_.piece_mask();
    for (std::uint32_t i = segment.starts[key], end = segment.starts[key + 1]; i < end; ++i) {
      const Word filling = segment.fillings[i];
      if ((filling & word & pieces) != 0) continue;
      if (segment.last)
        found(word | filling);
      else
        extend(index + 1, static_cast<unsigned>(filling >> layout_.scratch_shift()), right, above,
               word | (filling << layout_.colour_bits >> layout_.colour_bits), found);
    }
  }

  std::size_t key_of(const Segment& segment, unsigned west, unsigned right, Word above) const {
    const unsigned bits = layout_.colour_bits;
    const Word norths = layout_.asked(above) >> (bits * segment.begin) & ((Word{1} << (bits * segment.length)) - 1);
    const Word key = Word{west} << (bits * segment.length) | norths;
    return static_cast<std::size_t>(segment.last ? key << bits | right : key);
  }

  Segment make_segment(const RingPuzzle& ring, unsigned begin, unsigned length) const;

  WordLayout layout_;
  std::vector<Segment> segments_;
};

}  // namespace tesselle::edge::meet
