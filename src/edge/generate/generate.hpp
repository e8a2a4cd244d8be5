#pragma once

#include <cstdint>

#include "tesselle/puzzle.hpp"

namespace tesselle::edge {

/// What a framed edge-matching instance should look like. The two laws of Chen 2016: every piece is unique up to
/// rotation (and none is its own rotation), and the number of colours fits the number of pieces, with some colours kept
/// for the border ring.
struct InstanceRecipe {
  int width = 6, height = 6;
  int border_colours = 0;  ///< on the edges between two border pieces; 0: the official puzzle's share, scaled
  int inner_colours = 0;   ///< on all other inner edges; 0: the same
  std::uint64_t seed = 1;
};

struct Instance {
  Puzzle puzzle;
  Solution planted;  ///< the board the pieces were cut from; never shown to an engine
};

/// Throws UsageError naming what is impossible: too few colours for unique pieces, more colours than edges, too small.
Instance generate_instance(const InstanceRecipe& recipe);

/// The recipe with its defaults filled in.
InstanceRecipe with_default_colours(InstanceRecipe recipe);

}  // namespace tesselle::edge
