#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/listing.hpp"

namespace tesselle::packing::finals {

/// Lists for a few rests alone. Over a pool that is large enough for the pieces that rests leave, lists cannot be
/// made: every rest leaves some pieces that are not among the easiest hundred. But of one rest, or of some that leave
/// nearly the same, the sets can be listed in seconds, because only sets that take their part of the hard pieces are
/// of use (ListLimits).
class Batch {
 public:
  /// `drafter` outlives it. `data` has the regions and their values. `tolerance`: by how many standard deviations of a
  /// random deal a set may be easier than the average; 0: by any number.
  Batch(const PackingPuzzle& drafter, const FinalsData& data, double tolerance, unsigned slots);

  /// How many of the rests, from the first, can be in one batch: at most `max`, with at most 128 pieces in all.
  static std::size_t room_for(std::span<const std::vector<char>> lefts, std::size_t max);
  /// Begins with rests that leave these pieces.
  void begin(std::vector<std::vector<char>> lefts);
  std::size_t size() const { return lefts_.size(); }

  bool listed() const { return lists_.listed(); }
  /// Once they are listed; within these, the deals of all rests of the batch are found that the tolerance allows.
  const FinalsData& lists() const { return lists_; }
  /// Lists on. Returns the placements made.
  std::uint64_t work(const ParallelFor& parallel);

  /// What part of the deals of this rest the tolerance allows, estimated from random deals.
  double covered(std::size_t rest) const;

  void save(ByteWriter& out) const;
  void restore(ByteReader& in);

 private:
  void set_limits();

  const PackingPuzzle& drafter_;
  std::vector<RegionFinals> regions_;
  std::vector<double> values_;  ///< by piece, the mean of the regions
  double tolerance_;
  unsigned slots_;
  std::vector<std::vector<char>> lefts_;
  ListLimits limits_;
  FinalsData lists_;
  std::unique_ptr<Lister> lister_;  ///< of the first region that is not listed
};

}  // namespace tesselle::packing::finals
