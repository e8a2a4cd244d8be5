#include "engine/dives.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "engine/null_sink.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

/// After this many nodes without going deeper, a dive goes back by a tenth of its depth.
constexpr std::uint32_t patience = 60;

class Diver {
 public:
  Diver(TreeWalk& walk, Rng& rng, BranchingCurve& curve) : walk_(walk), rng_(rng), curve_(curve) {}

  void dive(std::uint32_t nodes, const std::stop_token& stop) {
    levels_.assign(1, children_of({}));
    note(0, levels_.front().size());
    std::size_t deepest = 0;
    std::uint32_t stuck = 0;
    for (std::uint32_t n = 0; n < nodes && !levels_.empty() && !stop.stop_requested(); ++n) {
      while (!levels_.empty() && levels_.back().empty()) levels_.pop_back();
      if (levels_.empty()) return;
      const TreePosition node = drawn(levels_.back());
      levels_.push_back(children_of(node));
      const std::size_t depth = node.choices.size();
      if (depth > deepest) {
        note(depth, levels_.back().size());
        deepest = depth;
        stuck = 0;
      } else if (++stuck % patience == 0) {
        levels_.resize(levels_.size() - levels_.size() / 10);
      }
    }
  }

 private:
  std::vector<TreePosition> children_of(const TreePosition& node) {
    std::vector<TreePosition> children;
    NullSink sink;
    walk_.seek(node);
    walk_.walk_down_to(static_cast<std::uint32_t>(node.choices.size() + 1), sink, children);
    return children;
  }

  TreePosition drawn(std::vector<TreePosition>& nodes) {
    std::swap(nodes[rng_.below(static_cast<std::uint32_t>(nodes.size()))], nodes.back());
    TreePosition node = std::move(nodes.back());
    nodes.pop_back();
    return node;
  }

  void note(std::size_t depth, std::size_t children) {
    if (curve_.samples.size() <= depth) {
      curve_.children.resize(depth + 1);
      curve_.samples.resize(depth + 1);
      curve_.dead.resize(depth + 1);
    }
    curve_.children[depth] += static_cast<double>(children);
    ++curve_.samples[depth];
    curve_.dead[depth] += children == 0;
  }

  TreeWalk& walk_;
  Rng& rng_;
  BranchingCurve& curve_;
  std::vector<std::vector<TreePosition>> levels_;  ///< children not yet tried, from the root down
};

}  // namespace

BranchingCurve dive(Engine& engine, const DiveSettings& settings, const std::stop_token& stop) {
  auto* walk = dynamic_cast<TreeWalk*>(&engine);
  if (walk == nullptr) throw UsageError("estimate: this engine walks no tree that could be dived into");
  BranchingCurve curve;
  Rng rng(settings.seed);
  Diver diver(*walk, rng, curve);
  for (std::uint32_t d = 0; d < settings.dives && !stop.stop_requested(); ++d)
    diver.dive(settings.nodes_per_dive, stop);
  curve.complete = !stop.stop_requested();
  for (std::size_t d = 0; d < curve.children.size(); ++d) curve.children[d] /= curve.samples[d];
  return curve;
}

}  // namespace tesselle
