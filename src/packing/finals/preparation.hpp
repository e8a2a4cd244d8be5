#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "packing/finals/finals_data.hpp"
#include "packing/finals/listing.hpp"
#include "packing/finals/shape_values.hpp"

namespace tesselle::packing::finals {

/// Completes finals step by step: learns the values of each region that has none, chooses the pool if there is none,
/// then lists the sets of each region.
class Preparation {
 public:
  /// `drafter` and `data` outlive it.
  Preparation(const PackingPuzzle& drafter, FinalsData& data, const ValueSettings& settings, std::size_t pool,
              unsigned slots);

  bool learned() const { return data_.learned(); }
  bool done() const { return data_.listed(); }
  /// One step. Returns the placements made.
  std::uint64_t work(const ParallelFor& parallel);
  /// The data have all that was found so far; to be called before they are saved.
  void settle();

  /// What the data do not hold of it: how far the region in hand is learned.
  void save(ByteWriter& out) const;
  void restore(ByteReader& in);

 private:
  std::uint64_t learn(const ParallelFor& parallel);
  std::uint64_t list(const ParallelFor& parallel);
  RegionFinals* first_not_learned();

  const PackingPuzzle& drafter_;
  FinalsData& data_;
  ValueSettings settings_;
  std::size_t pool_;
  unsigned slots_;
  std::unique_ptr<ValueLearner> learner_;  ///< of the first region without values
  std::unique_ptr<Lister> lister_;         ///< of the first region that is not listed
};

}  // namespace tesselle::packing::finals
