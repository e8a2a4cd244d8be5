#pragma once

#include <cstdint>
#include <vector>

#include "packing/finals/hexagon.hpp"
#include "packing/tileability/model.hpp"

namespace tesselle::packing::finals {

struct ProposalSettings {
  int regions = 3;
  int smallest = 16, largest = 18;  ///< sizes of a region, in pieces
  std::uint64_t seed = 1;
};

/// Regions for finals: different forms, smooth, with little symmetry, in a compact cluster in the middle of the board
/// whose removal leaves a smooth outline. Found by improving random clusters one hexagon at a time. Throws UsageError
/// if there is no room for them.
std::vector<Hexagon> propose_regions(const PackingPuzzle& drafter, const tileability::Model& model,
                                     const ProposalSettings& settings);

}  // namespace tesselle::packing::finals
