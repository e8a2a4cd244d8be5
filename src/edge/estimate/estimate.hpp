#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "edge/tables/paths.hpp"

namespace tesselle::edge {

/// What a model or a sample says about the tree of plain search along a path; index 0 is the first cell filled.
struct TreeEstimate {
  std::vector<double> per_depth;      ///< nodes; the last are the solutions
  double nodes = 0, nodes_error = 0;  ///< the error is the standard error, 0 where there is none
  double solutions = 0, solutions_error = 0;
  std::uint32_t groups = 0, groups_at_end = 0;  ///< of probes: all, and those that came upon a solution
  bool complete = true;                         ///< false if it was stopped: fewer groups, perhaps none
};

/// From colour statistics alone: at each cell, the placements expected to be left times the chance that each known
/// side matches, sides being independent and drawn as the pieces that may be placed there show them.
TreeEstimate model_tree(const EdgePuzzle& puzzle, const Path& path);

struct ProbeSettings {
  std::uint32_t probes = 10'000;
  std::uint64_t seed = 1;
};

/// By random probes of the real tree, without bias. Knuth's single probes scatter too widely on these trees, so probes
/// walk down in groups: from all children of a group's nodes as many as the group has probes are drawn without
/// repetition, and those drawn stand for the rest. The scatter between groups gives the error. `stop` ends the work
/// with the groups that have come to their end.
TreeEstimate probe_tree(const EdgePuzzle& puzzle, const Path& path, const ProbeSettings& settings,
                        const std::stop_token& stop = {});

}  // namespace tesselle::edge
