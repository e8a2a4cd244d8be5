#pragma once

#include <memory>
#include <optional>
#include <string>

#include "edge/meet/method.hpp"
#include "engine/engine.hpp"
#include "puzzle/symmetry.hpp"

namespace tesselle::edge::meet {

/// The engine around a Method. A step's nodes are counted in slices of any size before its results are reported, and a
/// report counts as a node of its own, so that slices change nothing.
///
/// The halves are not saved, only which ones are under way. A restored search makes these again first, in slices
/// whose nodes are not counted a second time.
class MeetSearch final : public Engine, public SharesWork, public Saves {
 public:
  MeetSearch(const Puzzle& puzzle, bool reduced, std::unique_ptr<Method> method);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override { return {nodes_, 0, method_->fraction()}; }
  Statistics statistics() const override {
    Statistics all = method_->statistics();
    all.remarks = {method_->remark()};
    return all;
  }
  void use_threads(unsigned, ParallelFor parallel) override { method_->use_threads(std::move(parallel)); }
  std::string save() const override;
  void restore(std::string_view state) override;

 private:
  void catch_up(std::uint64_t& left);
  void collect();
  Flow report(SolutionSink& sink);

  SymmetryGroup group_;
  bool reduced_;
  std::unique_ptr<Method> method_;
  std::uint64_t nodes_ = 0;
  std::uint64_t owed_ = 0;  ///< nodes made and not yet counted
  std::uint64_t method_nodes_ = 0;
  /// A found board and which image of it is to be reported.
  struct Report {
    std::size_t found = 0, image = 0;
    std::uint64_t orbit = 0;
  };
  std::vector<Report> reports_;
  std::size_t reported_ = 0;
  bool done_ = false;
  /// The state that was restored, while its steps are made again.
  struct Restored {
    std::string state;
    std::uint64_t owed = 0;
    std::size_t reported = 0;
  };
  std::optional<Restored> restored_;
};

}  // namespace tesselle::edge::meet
