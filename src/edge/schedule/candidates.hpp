#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "edge/schedule/course.hpp"

namespace tesselle::edge::schedule {

/// A turned piece as the search loop sees it, in eight bytes.
struct Candidate {
  std::uint16_t piece = 0;
  std::uint16_t asks_south = 0;  ///< what the cell below must show, times CandidateLists::stride
  std::uint16_t asks_east = 0;   ///< what the cell to the right must show
  std::uint8_t privileged = 0;   ///< how many of its sides have a privileged colour
  std::uint8_t rotation : 4 = 0;
  std::uint8_t breaks : 4 = 0;  ///< mismatches that it makes here: 0 or 1
};
static_assert(sizeof(Candidate) == 8);

/// What may be laid when the cells north and west ask for certain colours: first what fits, then what mismatches one
/// breakable side. Both parts in random order, but those with more privileged sides first: when one of them falls short
/// of the quota, so do all that follow.
struct CandidateList {
  std::uint32_t begin = 0, clean_end = 0, end = 0;
};

/// The lists of all kinds of cells, for one choice of privileged colours.
class CandidateLists {
 public:
  /// Throws UsageError if the puzzle has more colours than tables by pairs of them can hold.
  CandidateLists(const Course& course, const std::vector<bool>& privileged, Rng& rng);

  /// The lists of a kind of cell, indexed by asks_south of the cell above + asks_east of the cell to the left.
  const CandidateList* of_kind(std::uint32_t kind) const { return lists_.data() + kind * stride_ * stride_; }
  const Candidate* candidates() const { return candidates_.data(); }
  /// What lies beyond the rim: asks for nothing.
  Candidate outside() const;

 private:
  void add_kind(const Course& course, const CellKind& kind, const std::vector<Candidate>& pieces);
  void add_list(const Course& course, const CellKind& kind, std::size_t north, std::size_t west,
                const std::vector<Candidate>& belonging);

  std::size_t stride_;  ///< the colours and "anything"
  std::vector<CandidateList> lists_;
  std::vector<Candidate> candidates_;
};

}  // namespace tesselle::edge::schedule
