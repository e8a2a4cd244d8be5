#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "edge/schedule/course.hpp"

namespace tesselle::edge::schedule {

/// A turned piece as the search loop sees it, in eight bytes. Colours are those that a neighbour asks for: an index, or
/// CandidateLists::anything() on the rim.
struct Candidate {
  std::uint16_t piece = 0;
  std::uint16_t asks_south = 0;  ///< what the cell below must show, times CandidateLists::stride()
  std::uint8_t asks_east = 0;    ///< what the cell to the right must show
  std::uint8_t north = 0, west = 0;
  std::uint8_t rotation : 4 = 0;
  std::uint8_t misses_hint : 4 = 0;  ///< mismatches a hint that is passed later
};
static_assert(sizeof(Candidate) == 8);

/// Part of CandidateLists::candidates().
struct Range {
  std::uint32_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
};

/// The lists of one kind of cell. What fits is looked up by both colours that are asked for. What mismatches one side
/// is looked up by the colour of the other: few lists, quickly built, at the price that what fits both is met again.
struct KindLists {
  const Range* fitting = nullptr;        ///< by asks_south of the cell above + asks_east of the cell to the left
  const Range* fitting_north = nullptr;  /// by the colour asked from above; empty if the west side must not mismatch
  const Range* fitting_west = nullptr;
  const Range* missing_hint = nullptr;  ///< as `fitting`, but one mismatch with a hint; null if there is none near
};

/// What may be laid on the cells of a course, among the pieces that are left.
class CandidateLists {
 public:
  /// Throws UsageError if the puzzle has more colours than tables by pairs of them can hold. All pieces are left.
  CandidateLists(const Course& course, Rng& rng);

  /// Other pieces are left (per piece). Only lists for stops from `depth` on are made.
  void rebuild(const std::vector<bool>& left, std::size_t depth);

  const KindLists& of_kind(std::uint32_t kind) const { return kinds_[kind].lists; }
  const Candidate* candidates() const { return candidates_.data(); }
  std::size_t stride() const { return stride_; }  ///< the colours and "anything"
  std::uint8_t anything() const { return static_cast<std::uint8_t>(stride_ - 1); }
  /// What lies beyond the rim: asks for nothing.
  Candidate outside() const;

 private:
  struct Kind {
    KindLists lists;
    std::vector<Candidate> belonging;  ///< in random order
    bool hint = false;
    bool north_breaks = false, west_breaks = false;
    std::size_t first_range = 0;
    std::size_t last_stop = 0;
  };
  void add_kind(const Course& course, const CellKind& kind, const std::vector<Candidate>& pieces);
  void fill(Kind& kind, const std::vector<bool>& left);
  template <class Key>
  void sort_into(Range* ranges, std::size_t count, const std::vector<Candidate>& chosen, Key key);

  std::size_t stride_;
  std::vector<Kind> kinds_;
  std::vector<Range> ranges_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> clean_, missing_;  ///< room for fill()
};

}  // namespace tesselle::edge::schedule
