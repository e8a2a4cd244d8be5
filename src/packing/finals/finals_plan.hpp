#pragma once

#include <vector>

#include "packing/beam_search/beam.hpp"
#include "packing/finals/proposal.hpp"
#include "packing/finals/rest.hpp"
#include "packing/finals/shape_values.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// What engine `finals` is asked to do.
struct FinalsPlan {
  std::size_t width = 0;  ///< 0: growing
  int growth = 2;
  beam::BeamSettings beam;
  RestWeights weights;
  ValueSettings values;
  std::size_t pool = 64;
  std::size_t max_dealt = 0;  ///< states of a round, 0: all
  std::size_t batch = 0;      ///< states that lists are made for, 0: there are lists for a pool
  double reach = 0;           ///< of these lists
  bool list_largest = false;  ///< among them
  double last_reach = 0;      ///< in the region that has none
  std::uint64_t best_of = 1;  ///< rounds of which one is searched again (contest.hpp)
  bool best_wanted = false;
};

/// What is best with a single region and no lists, where options leave it open.
FinalsPlan for_one_region(FinalsPlan plan);

OptionTable finals_options();
FinalsPlan finals_plan_from(const EngineConfig& config);
/// A quarter of the board in up to three regions, each no larger than lists can be made for.
ProposalSettings proposal_for(const PackingPuzzle& drafter, const EngineConfig& config);

}  // namespace tesselle::packing::finals
