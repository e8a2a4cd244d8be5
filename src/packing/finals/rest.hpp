#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "packing/finals/finals_data.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/tileability/model.hpp"

namespace tesselle::packing::finals {

/// The board without the regions: any pieces may be used, hints stay.
PackingPuzzle rest_of(const PackingPuzzle& drafter, std::span<const RegionFinals> regions);

/// How a beam on the rest weighs the pieces that it has left.
struct RestWeights {
  double rest = 1.5;   ///< of values in the rest, which are those of the tileability model
  double finals = 3;   ///< of values in the regions
  double outside = 3;  ///< what a piece that must be used costs if it is not in the pool
};

/// A piece that is left is of use in two ways, in the rest still to be tiled and in the regions:
///
///     log(exp(rest * value by the model) + exp(finals * value in the regions - potential))
///
/// The potential is such that the second is the larger one for as many pieces as the regions take: summed over the
/// pieces, its share of the whole is their number. Returns the model with these values of pieces; outlines stay.
tileability::Model rest_model(const PackingPuzzle& drafter, const FinalsData& data, const tileability::Model& model,
                              const RestWeights& weights);

/// Which pieces a tiling of the rest leaves, by piece.
std::vector<char> pieces_left_by(const tiling::TilingTables& rest, std::span<const tiling::Spot> path);

/// Must the piece be used? By piece.
std::vector<char> required_pieces(const PackingPuzzle& drafter);

}  // namespace tesselle::packing::finals
