#pragma once

#include <memory>
#include <optional>

#include "edge/scan/lookahead.hpp"
#include "edge/scan/walker.hpp"
#include "edge/tables/pin.hpp"

namespace tesselle::edge::scan {

struct SearchSettings {
  Path path;
  bool reduced = false;                       ///< one solution of each orbit
  std::optional<std::uint64_t> shuffle_seed;  ///< values in random order
  LookaheadSettings lookahead{};
};

/// The engine: a walker that knows exactly where it is, and lanes that count subtrees ahead of it.
class ScanSearch final : public Engine, public TreeWalk, public PlansAhead, public ShowsBoard {
 public:
  ScanSearch(const Puzzle& puzzle, const SearchSettings& settings);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;

  TreePosition position() const override;
  void seek(const TreePosition& position) override;
  void walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) override;
  void expect(std::vector<TreePosition> places) override;
  Solution board() const override { return walker_.solution(); }

 private:
  /// The root is not a node: if it is a solution (everything hinted), its report is a candidate of its own.
  bool root_solved() const { return plan_.turns.empty() && plan_.hints_fit; }
  void report_root(SolutionSink& sink);
  Walker::Stop walk(std::uint64_t& left);
  void step_over_subtree(std::uint64_t& left);
  void step_over_rest(std::uint64_t& left);
  void go_elsewhere();
  Flow report(SolutionSink& sink);

  SymmetryGroup group_;
  bool reduced_;
  Plan plan_;
  CandidateLists lists_;
  Walker walker_;
  std::unique_ptr<Lookahead> lookahead_;  ///< nullptr where it is not possible
  /// A subtree that is known but did not fit into the budget, so that the walker is in it.
  struct Entered {
    std::uint32_t depth = 0;  ///< of its node
    Subtree subtree;
    std::uint64_t nodes_before = 0;
    std::vector<std::uint64_t> nodes_per_depth_before;
  };
  std::optional<Entered> entered_;
  std::uint64_t nodes_ = 0;
  bool root_reported_ = false;
  bool exhausted_ = false;  ///< nothing is left of what was sought last
};

}  // namespace tesselle::edge::scan
