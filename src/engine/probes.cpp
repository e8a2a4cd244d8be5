#include "engine/probes.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "base/samples.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

/// Adds up what solutions stand for.
class CopyCount final : public SolutionSink {
 public:
  explicit CopyCount(const std::function<std::uint64_t(const Solution&)>& copies) : copies_(copies) {}
  void counted(std::uint64_t boards, std::uint64_t) override { copies_seen_ += boards; }
  void improved(const Solution&) override {}
  std::uint64_t copies_seen() const { return copies_seen_; }
  std::uint64_t boards_seen() const { return found_; }

 protected:
  Flow offer(const Solution& solution, std::uint64_t orbit_size) override {
    copies_seen_ += orbit_size > 0 ? orbit_size : copies_(solution);
    return Flow::go_on;
  }

 private:
  const std::function<std::uint64_t(const Solution&)>& copies_;
  std::uint64_t copies_seen_ = 0;
};

/// Probes that go down together; each of their nodes stands for `weight_` nodes of its depth.
class Group {
 public:
  Group(TreeWalk& walk, std::size_t width, std::uint64_t seed, CopyCount& sink)
      : walk_(walk), width_(width), rng_(seed), sink_(sink), nodes_({TreePosition{}}) {}

  bool has_nodes() const { return !nodes_.empty(); }
  bool is_whole() const { return weight_ == 1; }
  double solutions() const { return solutions_; }
  const std::vector<double>& nodes_per_depth() const { return per_depth_; }

  /// One level down; false if it was stopped.
  bool descend(const std::stop_token& stop) {
    std::vector<TreePosition> children;
    const std::uint64_t before = sink_.copies_seen();
    for (const TreePosition& node : nodes_) {
      if (stop.stop_requested()) return false;
      walk_.seek(node);
      walk_.walk_down_to(static_cast<std::uint32_t>(node.choices.size() + 1), sink_, children);
    }
    solutions_ += weight_ * static_cast<double>(sink_.copies_seen() - before);
    if (!children.empty()) per_depth_.push_back(weight_ * static_cast<double>(children.size()));
    draw(children);
    nodes_ = std::move(children);
    return true;
  }

 private:
  /// The order stays: nodes with a common beginning follow one another, and the walk need not go back far.
  void draw(std::vector<TreePosition>& children) {
    if (children.size() <= width_) return;
    weight_ *= static_cast<double>(children.size()) / static_cast<double>(width_);
    std::size_t kept = 0;
    for (std::size_t i = 0; kept < width_; ++i) {
      const auto left = static_cast<std::uint32_t>(children.size() - i);
      if (rng_.below(left) < width_ - kept) std::swap(children[kept++], children[i]);
    }
    children.resize(width_);
  }

  TreeWalk& walk_;
  std::size_t width_;
  Rng rng_;
  CopyCount& sink_;
  std::vector<TreePosition> nodes_;
  std::vector<double> per_depth_;
  double weight_ = 1, solutions_ = 0;
};

}  // namespace

ProbedTree probe_tree(Engine& engine, const TreeProbes& probes,
                      const std::function<std::uint64_t(const Solution&)>& copies, const std::stop_token& stop) {
  auto* walk = dynamic_cast<TreeWalk*>(&engine);
  if (walk == nullptr) throw UsageError("estimate: this engine walks no tree that could be probed");
  const std::uint32_t groups = std::clamp(probes.probes, 1u, std::max(1u, probes.groups));
  CopyCount sink(copies);
  ProbedTree tree;
  tree.whole = true;
  std::vector<double> nodes, solutions;
  for (std::uint32_t g = 0; g < groups && tree.complete; ++g) {
    Group group(*walk, probes.probes / groups, probes.seed * groups + g, sink);
    while (group.has_nodes() && tree.complete) tree.complete = group.descend(stop);
    if (!tree.complete && g > 0) break;  // an unfinished group would be a biased one
    const auto& per_depth = group.nodes_per_depth();
    tree.nodes_per_depth.resize(std::max(tree.nodes_per_depth.size(), per_depth.size()));
    double sum = 0;
    for (std::size_t d = 0; d < per_depth.size(); ++d) tree.nodes_per_depth[d] += per_depth[d], sum += per_depth[d];
    nodes.push_back(sum);
    solutions.push_back(group.solutions());
    tree.whole = group.is_whole() && tree.complete;
    if (tree.whole) break;
  }
  for (double& n : tree.nodes_per_depth) n /= static_cast<double>(nodes.size());
  tree.nodes = mean_of(nodes);
  tree.nodes_error = standard_error(nodes);
  tree.solutions = mean_of(solutions);
  tree.solutions_error = standard_error(solutions);
  tree.solutions_seen = sink.boards_seen();
  tree.nodes_walked = engine.progress().nodes;
  return tree;
}

}  // namespace tesselle
