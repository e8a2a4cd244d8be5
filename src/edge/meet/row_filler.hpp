#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/cpu.hpp"
#include "edge/meet/buffer.hpp"
#include "edge/meet/ring_puzzle.hpp"

namespace tesselle::edge::meet {

/// Colours first … last.
struct ColourRun {
  unsigned first = 0, last = 0;
};

/// What the border pieces at the ends of a row may ask of it: for each colour on its left a run of colours on its
/// right. A pair too many costs some rows that nothing will fit, and less than more runs would.
class RowEnds {
 public:
  RowEnds() = default;
  RowEnds(unsigned left, unsigned right) { add(left, right); }

  void add(unsigned left, unsigned right) {
    ColourRun& run = rights_[left];
    run = has_ >> left & 1 ? ColourRun{std::min(run.first, right), std::max(run.last, right)} : ColourRun{right, right};
    has_ |= 1u << left;
  }
  bool empty() const { return has_ == 0; }
  unsigned first_left() const { return static_cast<unsigned>(std::countr_zero(has_)); }
  ColourRun rights(unsigned left) const { return rights_[left]; }
  /// Calls visit(run) for each run of colours on the left.
  template <class Visit>
  void for_each_left_run(Visit&& visit) const {
    for (unsigned left = has_; left != 0;) {
      const auto first = static_cast<unsigned>(std::countr_zero(left));
      const auto length = static_cast<unsigned>(std::countr_one(left >> first));
      visit(ColourRun{first, first + length - 1});
      left &= ~(((1u << length) - 1) << first);
    }
  }

 private:
  unsigned has_ = 0;  ///< a bit per colour on the left
  std::array<ColourRun, 16> rights_{};
};

/// Finds every filling of an inner row from the colours asked of it: by the border pieces at its ends and by the row
/// above. The topmost fields of its word say which ends it has.
///
/// A row is cut into segments of two or three cells. All fillings of a segment are kept under the colours asked of it:
/// north cell by cell, then west, then east if it is the last; so the lists of colours that follow one another are one
/// list. The tables fit into the second-level cache, and a list is tested against the pieces in use eight words at a
/// time where the machine can, four if they are wide.
template <class Word>
class RowFiller {
 public:
  /// Rows filled up to a segment. Each thread has its own.
  using Scratch = std::array<WordBuffer<Word>, 2>;

  explicit RowFiller(const RingPuzzle& ring, bool wide = supports(Instructions::avx512));

  /// Appends the words of all rows under each of `aboves` with pieces not in it: the pieces of both, and what the row
  /// asks.
  void fill(const RowEnds& ends, const WordBuffer<Word>& aboves, WordBuffer<Word>& rows, Scratch& scratch) const {
    (this->*fill_)(ends, aboves, rows, scratch);
  }

 private:
  struct Segment {
    unsigned begin = 0, length = 0;  ///< columns
    unsigned norths_shift = 0;       ///< where what is asked of it stands among what the row above asks
    std::uint64_t norths_mask = 0;
    unsigned east_bits = 0;             ///< of a key; 0 if it is not the last
    std::vector<std::uint32_t> starts;  ///< per key: into `fillings`
    std::vector<Word> fillings;         ///< pieces, asked colours, and what it shows to the ends or asks of the next
  };

  /// `norths`: what the whole row above asks.
  std::size_t key_of(const Segment& segment, unsigned west, unsigned east, std::uint64_t norths) const {
    const std::uint64_t key = (norths >> segment.norths_shift & segment.norths_mask) << layout_.colour_bits | west;
    return static_cast<std::size_t>(key << segment.east_bits | east);
  }

  Segment make_segment(const RingPuzzle& ring, unsigned begin, unsigned length) const;
  template <class WriteFree>
  void fill_with(const WriteFree& write_free, const RowEnds& ends, const WordBuffer<Word>& aboves,
                 WordBuffer<Word>& rows, Scratch& scratch) const;
  void fill_plain(const RowEnds& ends, const WordBuffer<Word>& aboves, WordBuffer<Word>& rows, Scratch& scratch) const;
  void fill_wide(const RowEnds& ends, const WordBuffer<Word>& aboves, WordBuffer<Word>& rows, Scratch& scratch) const;

  WordParts<Word> layout_;
  std::vector<Segment> segments_;
  void (RowFiller::*fill_)(const RowEnds&, const WordBuffer<Word>&, WordBuffer<Word>&, Scratch&) const;
};

#ifdef __x86_64__
template <>
void RowFiller<Word64>::fill_wide(const RowEnds&, const WordBuffer<Word64>&, WordBuffer<Word64>&, Scratch&) const;
template <>
void RowFiller<Word128>::fill_wide(const RowEnds&, const WordBuffer<Word128>&, WordBuffer<Word128>&, Scratch&) const;
#endif

}  // namespace tesselle::edge::meet
