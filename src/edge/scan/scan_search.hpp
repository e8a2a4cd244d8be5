#pragma once

#include <memory>
#include <optional>

#include "edge/scan/pin.hpp"
#include "edge/scan/walker.hpp"

namespace tesselle::edge::scan {

struct SearchSettings {
  Path path;
  bool reduced = false;                       ///< one solution of each orbit
  std::optional<std::uint64_t> shuffle_seed;  ///< values in random order
};

/// The engine: a walker, and what a run wants to know of it.
class ScanSearch final : public Engine, public TreeWalk {
 public:
  ScanSearch(const Puzzle& puzzle, const SearchSettings& settings);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;

  TreePosition position() const override;
  void seek(const TreePosition& position) override;
  void walk_down_to(std::uint32_t ceiling, SolutionSink& sink, std::vector<TreePosition>& frontier) override;

 private:
  /// The root is no node: if it is a solution (everything hinted), its report is a candidate of its own.
  bool root_solved() const { return plan_.turns.empty() && plan_.hints_fit; }
  void report_root(SolutionSink& sink);
  Flow report(SolutionSink& sink);

  SymmetryGroup group_;
  bool reduced_;
  Plan plan_;
  CandidateLists lists_;
  Walker walker_;
  bool root_reported_ = false;
};

}  // namespace tesselle::edge::scan
