#pragma once

#include <memory>
#include <optional>

#include "edge/schedule/descent.hpp"
#include "edge/schedule/finisher.hpp"
#include "edge/schedule/quota.hpp"
#include "edge/schedule/unlocks.hpp"
#include "engine/engine.hpp"

namespace tesselle::edge::schedule {

struct Settings {
  std::uint64_t seed = 1;
  std::size_t breaks = 0;  ///< most mismatches of the first boards; 0: worked out
  int teeth = 0;           ///< 0: by the size of the board
  double quota = 1;
  double spread = 0;
  std::uint64_t restart_nodes = 0;
  std::size_t endgame = 0;  ///< cells that are filled exactly
};

/// Attempts that differ in privileged colours, quota and random order are auditioned for a while; the one from which
/// the forecast expects most goes on for longer, and competes with the next ones. All are asked for a better board than
/// the best so far.
class ScheduleSearch final : public Engine {
 public:
  ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;

 private:
  struct Attempt {
    Attempt(const Course& course, double strength, std::size_t flat_from, Rng& rng);
    std::vector<bool> privileged;
    CandidateLists lists;
    Profile profile;  ///< of this attempt alone
    Descent descent;
    std::uint64_t nodes = 0, nodes_left = 0;
  };

  std::uint64_t run_attempt(std::uint64_t nodes, SolutionSink& sink);
  void next_attempt();
  void audition();
  void resume_champion();
  void end_attempt();
  Unlocks plan_unlocks(const Attempt& attempt) const;
  Rates rates_of(const Attempt& attempt) const;
  double promise(const Attempt& attempt) const;
  void look_at_board(SolutionSink& sink);
  void finish_greedily(SolutionSink& sink);
  void finish_exactly(SolutionSink& sink);
  void offer(const FullBoard& full, SolutionSink& sink);
  void update_unlocks();
  void watch();
  std::size_t wanted_breaks() const;
  std::vector<Placed> laid() const;
  std::size_t endgame_from() const { return course_.length() - endgame_; }

  Settings settings_;
  Course course_;
  Rng rng_;
  Finisher finisher_;
  Profile profile_;  ///< of all attempts that ended or paused
  std::unique_ptr<Attempt> attempt_, champion_;
  std::size_t endgame_;
  std::size_t first_unlock_;  ///< no mismatch before
  double strength_;           ///< of the quota, on average
  std::uint64_t audition_nodes_;
  int auditions_left_;
  std::optional<int> best_;
  std::size_t record_depth_ = 0;
  std::uint64_t nodes_ = 0, debt_ = 0, attempts_ = 0, endgames_ = 0;
};

}  // namespace tesselle::edge::schedule
