#include "engine/tree_search.hpp"

#include <numeric>

#include "tesselle/errors.hpp"

namespace tesselle {

void DepthFirst::make_room(std::uint32_t depth_limit) {
  levels_.resize(depth_limit + 1);
  nodes_per_depth_.resize(depth_limit);
}

EngineProgress DepthFirst::progress() const {
  const auto nodes = std::accumulate(nodes_per_depth_.begin(), nodes_per_depth_.end(), std::uint64_t{0});
  return {nodes, pieces_placed(), fraction()};
}

TreePosition DepthFirst::position() const {
  TreePosition result{floor_, {}, levels_[depth_].next};
  for (std::uint32_t d = 0; d < depth_; ++d) result.choices.push_back(levels_[d].next - 1);
  return result;
}

void DepthFirst::seek(const TreePosition& position) {
  back_up_to_common(position.choices);
  if (!follow(position)) {
    rewind();
    throw InputError({"position"}, "there is no such place in the search tree of this puzzle and configuration");
  }
}

void DepthFirst::walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) {
  if (ceiling <= floor_) throw InternalError("walk_down_to: the ceiling is not below the floor");
  if (depth_ >= ceiling) cut_off_at(ceiling, frontier);
  while (make_next_node()) {
    if (at_solution()) report(sink);
    if (depth_ == ceiling) cut_off_at(ceiling, frontier);
  }
  report_root(sink);
}

/// Hands what is left below depth `ceiling` on the current path over to `frontier`.
void DepthFirst::cut_off_at(std::uint32_t ceiling, std::vector<TreePosition>& frontier) {
  frontier.push_back(position());
  frontier.back().floor = ceiling;
  while (depth_ >= ceiling) back_up();
}

std::uint32_t DepthFirst::last_candidate() const {
  return levels_[depth_].count + (floor_ == 0 && depth_ == 0 && root_solved_);
}

void DepthFirst::report_root(SolutionSink& sink) {
  if (levels_[depth_].next == last_candidate()) return;
  ++levels_[depth_].next;
  report(sink);
}

void DepthFirst::rewind() {
  while (depth_ > 0) back_up();
  levels_[0].next = 0;
  floor_ = 0;
}

void DepthFirst::back_up_to_common(const std::vector<std::uint32_t>& choices) {
  std::uint32_t common = 0;
  while (common < depth_ && common < choices.size() && levels_[common].next == choices[common] + 1) ++common;
  while (depth_ > common) back_up();
}

bool DepthFirst::follow(const TreePosition& position) {
  if (position.floor > position.choices.size()) return false;
  for (std::size_t d = depth_; d < position.choices.size(); ++d) {
    const std::uint32_t choice = position.choices[d];
    Level& level = levels_[depth_];
    if (choice >= level.count || !enter(choice)) return false;
    level.next = choice + 1;
  }
  floor_ = position.floor;
  levels_[depth_].next = position.next;
  return position.next <= last_candidate();
}

/// Every candidate of a node is given an equal share of the node's tree.
double DepthFirst::fraction() const {
  double behind = 0, share = 1;
  for (std::uint32_t d = floor_; d <= depth_; ++d) {
    const Level& level = levels_[d];
    if (d == depth_ && level.next >= level.count) return behind + share;
    share /= level.count;
    behind += share * (d < depth_ ? level.next - 1 : level.next);
  }
  return behind;
}

}  // namespace tesselle
