#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "packing/finals/dealer.hpp"
#include "packing/finals/expectation.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/region_walker.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// Deals with lists for all regions but one: disjoint sets of the others leave it some pieces, and whether they tile it
/// is tried. Listing its sets takes longer, as most of them are of no use.
class Completion {
 public:
  /// All but `drafter` is copied or used at once. `lists` are those of all regions but `last`, of which there are some.
  /// A walk in the last region passes over nodes with less than exp(-reach) of what is expected of it (guide.hpp); 0:
  /// over none. `required` as for a Dealer.
  Completion(const PackingPuzzle& drafter, const FinalsData& lists, std::size_t last, const tileability::Model& model,
             double reach, std::vector<char> required, unsigned slots);

  /// Begins with the pieces that a rest leaves, by piece of the puzzle. The steps from 0 to steps() try the sets of the
  /// first list in turn; with `first_step` some were done before.
  void begin(const std::vector<char>& left, std::uint64_t first_step = 0);
  std::uint64_t next_step() const { return next_; }
  bool done() const { return next_ == steps_; }
  /// Does the next steps, one or some for each slot. Returns the placements made. Calls on_deal for what was found, at
  /// most once for the sets of the other regions.
  std::uint64_t work(const ParallelFor& parallel, const std::function<void(const Deal&)>& on_deal);

  /// Tilings to be expected of the steps done since the last call, by the values of the last region. Does not know of
  /// parity conditions.
  double take_expected() { return std::exchange(expected_, 0.0); }

 private:
  using Set = tiling::PieceSet<2>;
  /// What a thread does in one step.
  struct Step {
    std::uint64_t nodes = 0;
    double expected = 0;
    std::vector<Deal> deals;
  };

  void choose(RegionWalker& walker, std::size_t list, const Set& left, Step& step, std::vector<Set>& chosen) const;
  void complete(RegionWalker& walker, const Set& left, Step& step, const std::vector<Set>& chosen) const;
  std::vector<std::uint16_t> pieces_in(const Set& set) const;

  std::vector<std::uint16_t> pool_;
  std::vector<char> required_;  ///< by piece of the puzzle
  std::size_t last_;
  int last_size_;
  double reach_;
  std::vector<double> last_values_;  ///< by piece of the pool
  Expectation expectation_;          ///< of the last region alone
  std::vector<std::unique_ptr<RegionWalker>> walkers_;
  std::unique_ptr<tileability::ScoreTables> scores_;
  std::vector<std::vector<Set>> lists_;   ///< of the regions before and after the last
  std::vector<std::vector<Set>> usable_;  ///< those of pieces left
  Set left_;
  std::uint64_t next_ = 0, steps_ = 0;
  double expected_ = 0;
};

}  // namespace tesselle::packing::finals
