#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

struct TreeProbes {
  std::uint32_t probes = 2'000;
  std::uint64_t seed = 1;
  std::uint32_t groups = 20;  ///< few wide groups reach further, many narrow ones tell the error better
};

/// What random probes say about the tree that an engine walks.
struct ProbedTree {
  std::vector<double> nodes_per_depth;  ///< index 0: first placements
  double nodes = 0, nodes_error = 0;    ///< the error is the standard error
  double solutions = 0, solutions_error = 0;
  std::uint64_t solutions_seen = 0;  ///< by the probes themselves
  std::uint64_t nodes_walked = 0;
  bool whole = false;    ///< the probes walked every node: the numbers are exact
  bool complete = true;  ///< false if it was stopped
};

/// Estimates the tree of a TreeWalk without bias. Knuth's single probes vary too much on puzzle trees, so probes go
/// down in groups: of all children of a group's nodes as many are drawn, without repetition, as the group has probes,
/// and those drawn stand for the rest. The scatter between the groups gives the error.
///
/// `copies` tells how many solutions a reported board stands for, where the engine does not say; `stop` ends the work
/// with what was found so far (then `complete` is false). Throws UsageError if the engine does not walk a tree.
ProbedTree probe_tree(Engine& engine, const TreeProbes& probes,
                      const std::function<std::uint64_t(const Solution&)>& copies, const std::stop_token& stop = {});

}  // namespace tesselle
