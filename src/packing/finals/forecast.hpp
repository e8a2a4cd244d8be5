#pragma once

#include <cstdint>
#include <stop_token>

#include "packing/beam_search/beam.hpp"
#include "packing/finals/finals_data.hpp"
#include "packing/finals/rest.hpp"
#include "packing/tileability/model.hpp"

namespace tesselle::packing::finals {

/// What one round of the engine can be expected to lead to. It needs the values of the regions and a pool, but no
/// lists: so regions, pools and widths can be compared before hours are spent on listing.
struct Forecast {
  std::uint64_t nodes = 0;   ///< states that the beam entered
  std::uint64_t tiled = 0;   ///< tilings of the rest, those that leave the same pieces once
  std::uint64_t usable = 0;  ///< those that leave no piece outside the pool that must be used
  double deals = 0;          ///< expected of all of them, without the factor for parities
  double best_share = 0;     ///< of these, how many are those of the best tiling of the rest
};

/// `data` must be learned; without a pool, all pieces can be dealt. When `stop` is requested, it returns what was met
/// so far.
Forecast forecast_of(const PackingPuzzle& drafter, const FinalsData& data, const tileability::Model& model,
                     const beam::BeamSettings& beam, const RestWeights& weights, const ParallelFor& parallel,
                     const std::stop_token& stop = {});

}  // namespace tesselle::packing::finals
