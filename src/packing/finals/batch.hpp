#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/listing.hpp"

namespace tesselle::packing::finals {

/// A rest whose left pieces are to be dealt.
struct RestToDeal {
  std::vector<char> left;  ///< by piece of the puzzle
  double log_deals = 0;    ///< expected
};

/// Lists for a few rests alone. Over a pool that is large enough for the pieces that rests leave, lists cannot be
/// made: every rest leaves some pieces that are not among the easiest hundred. But of one rest, or of some that leave
/// nearly the same, the sets can be listed in seconds, because only the part of the tree is walked that leads to deals
/// (ListLimits). The largest region need not be listed: the others leave it just as many pieces as it takes, and these
/// can be tried one set after the other (completion.hpp). For large regions that takes longer than the list.
class Batch {
 public:
  /// `drafter` and `model` outlive it. `data` has the regions and their values. `reach`: as in ListLimits; 0: the whole
  /// tree. `list_largest`: the largest region is listed, too.
  Batch(const PackingPuzzle& drafter, const FinalsData& data, const tileability::Model& model, double reach,
        bool list_largest, unsigned slots);

  /// How many of the rests, from the first, can be in one batch: at most `max`, with at most 128 pieces in all.
  static std::size_t room_for(std::span<const RestToDeal> rests, std::size_t max);
  /// Begins with these rests, most expected first.
  void begin(std::vector<RestToDeal> rests);
  std::size_t size() const { return rests_.size(); }

  /// The region that is not listed; the number of regions if all are.
  std::size_t last_region() const { return last_; }
  bool listed() const;
  /// Once they are listed.
  const FinalsData& lists() const { return lists_; }
  /// Lists on. Returns the placements made.
  std::uint64_t work(const ParallelFor& parallel);

  void save(ByteWriter& out) const;
  void restore(ByteReader& in);

 private:
  void set_limits();
  RegionFinals* next_to_list();

  const PackingPuzzle& drafter_;
  const tileability::Model& model_;
  std::vector<RegionFinals> regions_;
  std::size_t last_ = 0;
  std::vector<double> values_;  ///< by piece, the mean of the regions
  double reach_;
  unsigned slots_;
  std::vector<RestToDeal> rests_;
  ListLimits limits_;
  FinalsData lists_;
  std::unique_ptr<Lister> lister_;  ///< of the first region that is not listed
};

}  // namespace tesselle::packing::finals
