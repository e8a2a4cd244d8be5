#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "packing/tileability/model.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing::beam {

struct ProspectSettings {
  std::size_t width = 1000;
  std::uint64_t seed = 1;
  int endgame_pieces = 18;  ///< left when the beam's states are searched to the end, each and exhaustively
  int tiled_pieces = 8;     ///< left in the regions that are tiled with all pieces of the puzzle
  std::size_t tiled_regions = 100;
};

/// What a beam can be expected to lead to, measured independently of the model that guides it. The depth of a beam says
/// little, because it keeps few of the states it meets; so the trees below its states are walked to the end.
struct Prospect {
  std::vector<double> alive;  ///< by pieces left: nodes of these trees that are not dead ends; by 0 left, tilings
  /// Tilings to be expected of such a node with `tiled_pieces` left by the pieces it has: how many tilings its region
  /// has by any pieces, times the share of those that use these pieces if pieces are as easy as the model says.
  double tilings_per_region = 0;
  double tilings = 0;  ///< to be expected of the whole beam, by that
};

/// When `stop` is requested, it returns what was measured so far. Throws UsageError for more than 256 pieces.
Prospect prospect_of(const Puzzle& puzzle, const tileability::Model& model, const ProspectSettings& settings,
                     const std::stop_token& stop = {});

}  // namespace tesselle::packing::beam
