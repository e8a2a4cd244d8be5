#pragma once

#include <concepts>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {

/// What a plain tree search needs to know of a puzzle: the pieces placed now and what can come next.
/// Nodes are entered with open() and left with close(), like brackets; take() and undo() move between them.
template <class Space>
concept SearchSpace = requires(Space space, const Space& fixed, std::uint32_t candidate) {
  { fixed.depth_limit() } -> std::same_as<std::uint32_t>;  // no path is longer
  { space.open() } -> std::same_as<std::uint32_t>;         // enters the node just reached; how many candidates it has
  { fixed.solved() } -> std::same_as<bool>;                // is the node that was opened last a solution?
  { space.take(candidate) } -> std::same_as<bool>;         // makes a placement of the open node, if it is allowed
  { space.undo() } -> std::same_as<void>;                  // takes the last placement back
  { space.close() } -> std::same_as<void>;
  { fixed.solution() } -> std::same_as<Solution>;
  { fixed.pieces_placed() } -> std::same_as<int>;  // hints included
};
// A Space may also have orbit_size(): that of the solution just opened, for searches that leave symmetric ones out;
// and add_statistics(Statistics&).

/// Depth-first search of a Space: the whole contract of a complete engine, for engines whose nodes are cheap enough
/// to keep the walk and the puzzle apart.
///
/// A solution belongs to the node whose placement completes it and is reported when that node is made, so nodes below
/// it may be further solutions. The root is not a node: if it is a solution (everything hinted), its report is one more
/// candidate, after all others, and so has a position of its own.
template <SearchSpace Space>
class TreeSearch final : public Engine, public TreeWalk, public ShowsBoard {
 public:
  explicit TreeSearch(Space space)
      : space_(std::move(space)), levels_(space_.depth_limit() + 1), nodes_per_depth_(space_.depth_limit()) {
    open();
    root_solved_ = space_.solved();
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    for (std::uint64_t left = budget.nodes; left > 0; --left) {
      if (!make_next_node()) {
        report_root(sink);
        return Advance::exhausted;
      }
      if (space_.solved() && report(sink) == Flow::stop) break;
    }
    return Advance::running;
  }

  EngineProgress progress() const override {
    const auto nodes = std::accumulate(nodes_per_depth_.begin(), nodes_per_depth_.end(), std::uint64_t{0});
    return {nodes, space_.pieces_placed(), fraction()};
  }

  Statistics statistics() const override {
    Statistics result;
    result.nodes_per_depth = nodes_per_depth_;
    if constexpr (requires { space_.add_statistics(result); }) space_.add_statistics(result);
    return result;
  }

  Solution board() const override { return space_.solution(); }

  TreePosition position() const override {
    TreePosition result{floor_, {}, levels_[depth_].next};
    for (std::uint32_t d = 0; d < depth_; ++d) result.choices.push_back(levels_[d].next - 1);
    return result;
  }

  /// The common part of the old and the new path is kept. If the place is refused, the search is back at its beginning.
  void seek(const TreePosition& position) override {
    back_up_to_common(position.choices);
    if (!follow(position)) {
      rewind();
      throw InputError({"position"}, "there is no such place in the search tree of this puzzle and configuration");
    }
  }

  void walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) override {
    if (ceiling <= floor_) throw InternalError("walk_down_to: the ceiling is not below the floor");
    if (depth_ >= ceiling) cut_off_at(ceiling, frontier);
    while (make_next_node()) {
      if (space_.solved()) report(sink);
      if (depth_ == ceiling) cut_off_at(ceiling, frontier);
    }
    report_root(sink);
  }

 private:
  /// A node on the path, or the root; the candidate taken is `next - 1`.
  struct Level {
    std::uint32_t next = 0;
    std::uint32_t count = 0;
  };

  /// Walks on to the next node and counts it; false if there is none left.
  bool make_next_node() {
    for (;;) {
      Level& level = levels_[depth_];
      if (level.next < level.count) {
        if (!space_.take(level.next++)) continue;
        ++nodes_per_depth_[depth_++];
        open();
        return true;
      }
      if (depth_ == floor_) return false;
      back_up();
    }
  }

  void open() { levels_[depth_] = {0, space_.open()}; }

  void back_up() {
    space_.close();
    space_.undo();
    --depth_;
  }

  /// Hands what is left below depth `ceiling` on the current path over to `frontier`.
  void cut_off_at(std::uint32_t ceiling, std::vector<TreePosition>& frontier) {
    frontier.push_back(position());
    frontier.back().floor = ceiling;
    while (depth_ >= ceiling) back_up();
  }

  Flow report(SolutionSink& sink) const {
    std::uint64_t orbit_size = 0;
    if constexpr (requires { space_.orbit_size(); }) orbit_size = space_.orbit_size();
    return sink.found([this] { return space_.solution(); }, orbit_size);
  }

  std::uint32_t last_candidate() const { return levels_[depth_].count + (floor_ == 0 && depth_ == 0 && root_solved_); }

  void report_root(SolutionSink& sink) {
    if (levels_[depth_].next == last_candidate()) return;
    ++levels_[depth_].next;
    report(sink);
  }

  void rewind() {
    while (depth_ > 0) back_up();
    levels_[0].next = 0;
    floor_ = 0;
  }

  void back_up_to_common(const std::vector<std::uint32_t>& choices) {
    std::uint32_t common = 0;
    while (common < depth_ && common < choices.size() && levels_[common].next == choices[common] + 1) ++common;
    while (depth_ > common) back_up();
  }

  bool follow(const TreePosition& position) {
    if (position.floor > position.choices.size()) return false;
    for (std::size_t d = depth_; d < position.choices.size(); ++d) {
      const std::uint32_t choice = position.choices[d];
      Level& level = levels_[depth_];
      if (choice >= level.count || !space_.take(choice)) return false;
      level.next = choice + 1;
      ++depth_;
      open();
    }
    floor_ = position.floor;
    levels_[depth_].next = position.next;
    return position.next <= last_candidate();
  }

  /// Every candidate of a node is given an equal share of the node's tree.
  double fraction() const {
    double behind = 0, share = 1;
    for (std::uint32_t d = floor_; d <= depth_; ++d) {
      const Level& level = levels_[d];
      if (d == depth_ && level.next >= level.count) return behind + share;
      share /= level.count;
      behind += share * (d < depth_ ? level.next - 1 : level.next);
    }
    return behind;
  }

  Space space_;
  std::vector<Level> levels_;  ///< [0 .. depth_]; the rest is room
  std::vector<std::uint64_t> nodes_per_depth_;
  std::uint32_t depth_ = 0;
  std::uint32_t floor_ = 0;
  bool root_solved_ = false;
};

}  // namespace tesselle
