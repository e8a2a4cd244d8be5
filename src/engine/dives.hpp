#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

struct DiveSettings {
  std::uint32_t dives = 20;
  std::uint32_t nodes_per_dive = 2'000;  ///< nodes whose children are looked at
  std::uint64_t seed = 1;
};

/// How many children nodes have, by depth. Index 0 is the root.
struct BranchingCurve {
  std::vector<double> children;        ///< mean over the nodes met; dead ends count as 0
  std::vector<std::uint32_t> samples;  ///< nodes met
  std::vector<std::uint32_t> dead;     ///< of these, nodes without children
  bool complete = true;                ///< false if it was stopped
};

/// Dives into a tree: random children, one after the other, as deep as it goes; out of a dead end back to a node with
/// children left, further back if that happens often. The first node that a dive meets at each depth is a sample, so
/// that the samples are states as a search meets them, not those where it gets stuck.
/// Throws UsageError if the engine does not walk a tree.
BranchingCurve dive(Engine& engine, const DiveSettings& settings, const std::stop_token& stop = {});

}  // namespace tesselle
