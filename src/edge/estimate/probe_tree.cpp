#include <algorithm>
#include <numeric>
#include <optional>

#include "base/rng.hpp"
#include "base/samples.hpp"
#include "edge/estimate/estimate.hpp"
#include "edge/estimate/tree.hpp"

namespace tesselle::edge {
namespace {

using estimate::Tree;

constexpr std::uint32_t group_count = 20;

/// A partial board that a probe has reached.
struct Board {
  std::vector<std::uint32_t> cells;  ///< values
  std::vector<std::uint16_t> left;   ///< per kind
};

struct Child {
  std::uint32_t parent, value;
};

/// Probes that walk down together. `weight` is how many nodes of the depth each board stands for.
class Group {
 public:
  Group(const Tree& tree, std::uint32_t width, std::uint64_t seed) : tree_(tree), width_(width), rng_(seed) {
    if (tree.hints_fit) boards_.push_back({tree.hinted, tree.copies});
  }

  /// The nodes of each depth; nullopt if it was stopped.
  std::optional<std::vector<double>> walk(const std::stop_token& stop) {
    std::vector<double> nodes;
    for (const Tree::Step& step : tree_.steps) {
      if (stop.stop_requested()) return std::nullopt;
      std::vector<Child> children = list_children(step);
      nodes.push_back(weight_ * static_cast<double>(children.size()));
      draw(children);
      make(step, children);
    }
    return nodes;
  }

 private:
  std::vector<Child> list_children(const Tree::Step& step) const {
    std::vector<Child> children;
    for (std::uint32_t b = 0; b < boards_.size(); ++b)
      for (const std::uint32_t value : step.allowed)
        if (boards_[b].left[tree_.values[value].kind] > 0 && fits(boards_[b], step, value))
          children.push_back({b, value});
    return children;
  }

  bool fits(const Board& board, const Tree::Step& step, std::uint32_t value) const {
    for (const Side side : all_sides) {
      const auto s = static_cast<std::size_t>(side);
      if (!step.known[s]) continue;
      const Square across = *neighbour(tree_.puzzle, step.square, side);
      const Sides& there = tree_.values[board.cells[across.index()]].sides;
      if (!tree_.puzzle.fits(tree_.values[value].sides[s], there[static_cast<std::size_t>(opposite(side))]))
        return false;
    }
    return true;
  }

  void draw(std::vector<Child>& children) {
    if (children.size() <= width_) return;
    weight_ *= static_cast<double>(children.size()) / static_cast<double>(width_);
    for (std::size_t i = 0; i < width_; ++i)
      std::swap(children[i], children[i + rng_.below(static_cast<std::uint32_t>(children.size() - i))]);
    children.resize(width_);
  }

  void make(const Tree::Step& step, const std::vector<Child>& children) {
    std::vector<Board> next;
    for (const Child& child : children) {
      next.push_back(boards_[child.parent]);
      next.back().cells[step.square.index()] = child.value;
      --next.back().left[tree_.values[child.value].kind];
    }
    boards_ = std::move(next);
  }

  const Tree& tree_;
  std::size_t width_;
  Rng rng_;
  std::vector<Board> boards_;
  double weight_ = 1;
};

}  // namespace

TreeEstimate probe_tree(const EdgePuzzle& puzzle, const Path& path, const ProbeSettings& settings,
                        const std::stop_token& stop) {
  const Tree tree(puzzle, path);
  const std::uint32_t groups = std::clamp(settings.probes, 1u, group_count);
  TreeEstimate result;
  result.per_depth.assign(tree.steps.size(), 0);
  std::vector<double> nodes, solutions;
  for (; result.groups < groups; ++result.groups) {
    const std::uint64_t seed = settings.seed * group_count + result.groups;
    const auto per_depth = Group(tree, settings.probes / groups, seed).walk(stop);
    if (!per_depth) break;
    for (std::size_t d = 0; d < per_depth->size(); ++d) result.per_depth[d] += (*per_depth)[d];
    nodes.push_back(std::accumulate(per_depth->begin(), per_depth->end(), 0.0));
    solutions.push_back(per_depth->empty() ? tree.hints_fit : per_depth->back());
    result.groups_at_end += solutions.back() > 0;
  }
  result.complete = result.groups == groups;
  if (result.groups == 0) return result;
  for (double& count : result.per_depth) count /= result.groups;
  result.nodes = mean_of(nodes);
  result.solutions = mean_of(solutions);
  result.nodes_error = standard_error(nodes);
  result.solutions_error = standard_error(solutions);
  return result;
}

}  // namespace tesselle::edge
