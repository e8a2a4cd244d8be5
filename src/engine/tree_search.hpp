#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/tape.hpp"

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

/// Where a depth-first search stands, and what can be done with that in every space alike: nothing here is worth a copy
/// per space. The walk itself is TreeSearch's.
class DepthFirst : public Engine, public TreeWalk, public ShowsBoard, public NotesNodes {
 public:
  EngineProgress progress() const override;
  TreePosition position() const override;
  /// What the way there has in common with the present one is kept. After a refusal the search stands at its beginning.
  void seek(const TreePosition& position) override;
  void walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) override;
  void note_on(Tape& tape) override { tape_ = &tape; }

 protected:
  /// A node on the path, or the root; the candidate taken is `next - 1`.
  struct Level {
    std::uint32_t next = 0;
    std::uint32_t count = 0;
  };

  void make_room(std::uint32_t depth_limit);

  /// Walks on to the next node and counts it; false if there is none left.
  virtual bool make_next_node() = 0;
  /// Goes down by this candidate; false if it is not allowed.
  virtual bool enter(std::uint32_t candidate) = 0;
  virtual void back_up() = 0;
  /// Is the node that was opened last a solution?
  virtual bool at_solution() const = 0;
  virtual Flow report(SolutionSink& sink) const = 0;
  virtual int pieces_placed() const = 0;

  void report_root(SolutionSink& sink);

  std::vector<Level> levels_;  ///< [0 .. depth_]; the rest is room
  std::vector<std::uint64_t> nodes_per_depth_;
  std::uint32_t depth_ = 0;
  std::uint32_t floor_ = 0;
  bool root_solved_ = false;
  Tape* tape_ = nullptr;

 private:
  void cut_off_at(std::uint32_t ceiling, std::vector<TreePosition>& frontier);
  std::uint32_t last_candidate() const;
  void rewind();
  void back_up_to_common(const std::vector<std::uint32_t>& choices);
  bool follow(const TreePosition& position);
  double fraction() const;
};

/// Depth-first search of a Space: the whole contract of a complete engine, for engines whose nodes are cheap enough
/// to keep the walk and the puzzle apart.
///
/// A solution belongs to the node whose placement completes it and is reported when that node is made, so nodes below
/// it may be further solutions. The root is not a node: if it is a solution (everything hinted), its report is one more
/// candidate, after all others, and so has a position of its own.
template <SearchSpace Space>
class TreeSearch final : public DepthFirst {
 public:
  /// The space is made of these.
  template <class... Parts>
  explicit TreeSearch(Parts&&... parts) : space_(std::forward<Parts>(parts)...) {
    make_room(space_.depth_limit());
    open();
    root_solved_ = space_.solved();
  }

  Advance advance(Budget budget, SolutionSink& sink) override {
    return tape_ ? walk<Tape::Pen>(budget, sink, *tape_) : walk<NoPen>(budget, sink);
  }

  Statistics statistics() const override {
    Statistics result;
    result.nodes_per_depth = nodes_per_depth_;
    if constexpr (requires { space_.add_statistics(result); }) space_.add_statistics(result);
    return result;
  }

  Solution board() const override { return space_.solution(); }

 private:
  /// With a pen of its own, which the compiler can keep in registers.
  template <class Pen, class... PenOn>
  Advance walk(Budget budget, SolutionSink& sink, PenOn&... on) {
    Pen pen(on...);
    for (std::uint64_t left = budget.nodes; left > 0; --left) {
      if (!make_next_node()) {
        report_root(sink);
        return Advance::exhausted;
      }
      pen.note(depth_, levels_[depth_ - 1].next - 1);
      if (!space_.solved()) continue;
      pen.put_down();
      if (report(sink) == Flow::stop) break;
    }
    return Advance::running;
  }

  bool make_next_node() override {
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

  bool enter(std::uint32_t candidate) override {
    if (!space_.take(candidate)) return false;
    ++depth_;
    open();
    return true;
  }

  void open() { levels_[depth_] = {0, space_.open()}; }

  void back_up() override {
    space_.close();
    space_.undo();
    --depth_;
  }

  bool at_solution() const override { return space_.solved(); }
  int pieces_placed() const override { return space_.pieces_placed(); }

  Flow report(SolutionSink& sink) const override {
    std::uint64_t orbit_size = 0;
    if constexpr (requires { space_.orbit_size(); }) orbit_size = space_.orbit_size();
    return sink.found([this] { return space_.solution(); }, orbit_size);
  }

  Space space_;
};

}  // namespace tesselle
