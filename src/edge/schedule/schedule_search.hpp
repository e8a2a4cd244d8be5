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
  std::uint64_t restart_nodes = 0;
  std::size_t endgame = 0;  ///< cells that are filled exactly
};

/// Attempt after attempt from new privileged colours, each asked for a better board than the best so far.
class ScheduleSearch final : public Engine {
 public:
  ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;

 private:
  /// Lists and search for one choice of privileged colours.
  struct Attempt {
    Attempt(const Course& course, Profile& profile, Rng& rng)
        : privileged(choose_privileged(course.puzzle, rng)),
          lists(course, privileged, rng),
          descent(course, lists, profile) {}
    std::vector<bool> privileged;
    CandidateLists lists;
    Descent descent;
    std::uint64_t nodes_left = 0;
    std::size_t deepest = 0;
  };

  std::uint64_t run_attempt(std::uint64_t nodes, SolutionSink& sink);
  void begin_attempt();
  void plan_unlocks();
  void look_at_board(SolutionSink& sink);
  void finish_greedily(SolutionSink& sink);
  void finish_exactly(SolutionSink& sink);
  void offer(const FullBoard& full, SolutionSink& sink);
  void watch();
  std::vector<Placed> laid() const;
  std::size_t endgame_from() const { return course_.length() - endgame_; }

  Settings settings_;
  Course course_;
  Rng rng_;
  Finisher finisher_;
  Profile profile_;
  std::unique_ptr<Attempt> attempt_;
  std::vector<std::uint32_t> allowed_;
  Unlocks unlocks_;
  std::size_t endgame_;
  std::size_t first_unlock_;
  std::optional<int> best_;
  std::size_t record_depth_ = 0;
  std::uint64_t nodes_ = 0, debt_ = 0, attempts_ = 0, endgames_ = 0;
};

}  // namespace tesselle::edge::schedule
