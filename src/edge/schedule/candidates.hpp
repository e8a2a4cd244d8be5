#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "edge/schedule/course.hpp"

namespace tesselle::edge::schedule {

/// A turned piece as the search loop sees it, in eight bytes.
struct Candidate {
  std::uint16_t piece = 0;
  std::uint16_t asks_south = 0;  ///< what the cell below must show, times CandidateLists::stride()
  std::uint16_t asks_east = 0;   ///< what the cell to the right must show
  std::uint16_t rotation = 0;
};
static_assert(sizeof(Candidate) == 8);

/// Part of CandidateLists::candidates().
struct Range {
  std::uint32_t begin = 0, end = 0;
};

/// The turned pieces that fit, among those that are left: a list per kind of cell and pair of colours asked for.
class CandidateLists {
 public:
  /// Throws UsageError if the puzzle has more colours than tables by pairs of them can hold. All pieces are left.
  CandidateLists(const Course& course, Rng& rng);

  /// Other pieces are left (per piece). Only lists for stops from `depth` on are made.
  void rebuild(const std::vector<bool>& left, std::size_t depth);

  /// Indexed by asks_south of the cell above + asks_east of the cell to the left.
  const Range* of_kind(std::uint32_t kind) const { return ranges_.data() + kind * stride_ * stride_; }
  const Candidate* candidates() const { return candidates_.data(); }
  std::size_t count() const { return candidates_.size(); }
  std::size_t stride() const { return stride_; }  ///< the colours and "anything"
  /// Beyond the rim: no demand.
  Candidate outside() const;

 private:
  struct Belonging {
    Candidate candidate;
    std::uint32_t list;  ///< within its kind
  };
  struct Kind {
    std::vector<Belonging> pieces;  ///< in random order
    bool hint = false;
    std::size_t last_stop = 0;
  };
  void add_kind(const Course& course, const CellKind& kind, const std::vector<Placed>& turned);
  void fill(const Kind& kind, Range* lists, const std::vector<bool>& left);

  std::size_t stride_;
  std::vector<Kind> kinds_;
  std::vector<Range> ranges_;
  std::vector<Candidate> candidates_;
};

}  // namespace tesselle::edge::schedule
