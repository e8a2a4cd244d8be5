#pragma once

#include <memory>
#include <optional>

#include "edge/repair/shaker.hpp"
#include "edge/schedule/finisher.hpp"
#include "edge/schedule/harvest.hpp"
#include "edge/schedule/openings.hpp"
#include "edge/schedule/palette.hpp"
#include "edge/schedule/plan.hpp"
#include "edge/schedule/selection.hpp"
#include "edge/schedule/workshop.hpp"
#include "engine/engine.hpp"
#include "engine/passes_on.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::edge::schedule {

/// Rounds of openings, at first each twice as many as the round before, and a descent from each that is worth it. Every
/// round sets the target of the next. Descents look for a better board than the best so far.
///
/// It saves what was learned, the openings of the round as steps from board to board, and where the descent stands;
/// tables that follow from that are made again.
class ScheduleSearch final : public Engine, public LearnsBest, public PassesOn, public Saves, public ShowsBoard {
 public:
  ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings);

  Advance advance(Budget budget, SolutionSink& sink) override;
  EngineProgress progress() const override;
  Statistics statistics() const override;
  void learn_best(int conflicts) override;
  /// The targets that led to the openings with most room.
  Lesson lesson() const override;
  /// Of use if openings are as long here. Lessons are not saved.
  void study(std::string_view lesson) override;
  std::string save() const override;
  void restore(std::string_view state) override;
  /// Of the descent, or the opening with most room; between rounds the hints.
  Solution board() const override;

 private:
  std::uint64_t work(std::uint64_t nodes, SolutionSink& sink);
  std::uint64_t descend(std::uint64_t nodes, SolutionSink& sink);
  Rates rates() const;
  double share_left() const;
  void begin_round();
  void choose_opening_depth();
  void open_further();
  std::uint64_t finding_share_now() const;
  void pay_for_finding(std::uint64_t nodes);
  double nodes_per_descent() const;
  std::uint64_t nodes_of_descent() const;
  void give_up_openings();
  void next_opening();
  void look_at_board(SolutionSink& sink);
  void finish_greedily(const std::vector<Placed>& laid, SolutionSink& sink);
  void finish_exactly(SolutionSink& sink);
  void leave_board();
  bool may_mend() const;
  void mend(SolutionSink& sink);
  void offer(const FullBoard& full, SolutionSink& sink);
  void update_allowance();
  void watch();
  std::size_t max_breaks() const;
  int bound() const;
  void restore_round(ByteReader& in);
  template <class Search>
  static auto counters(Search& search);

  Settings settings_;
  Rng rng_;
  Plan plan_;
  const Course& course_;  ///< of the plan
  std::size_t opening_depth_, opening_limit_;
  Finisher finisher_;
  std::unique_ptr<repair::Shaker> shaker_;  ///< none for some puzzles
  std::unique_ptr<Growth> growth_;          ///< of openings as deep as they are now
  Profile profile_;
  Descent descent_;
  bool descending_ = false;

  Palette palette_;
  struct Studied {
    std::size_t opening_depth;
    Palette palette;
  };
  std::vector<Studied> studied_;
  Leftover leftover_;                   ///< wanted in this round
  bool outright_ = false;               ///< only better boards are looked for in this round, none to be mended
  std::size_t wanted_;                  ///< mismatches of the boards looked for
  std::unique_ptr<Openings> openings_;  ///< while they are looked for
  Selection selection_;                 ///< those found
  struct Descents {
    std::uint64_t count = 0, nodes = 0;
  };
  Descents descents_;  ///< from openings as long as they are now
  std::size_t width_;
  int failures_ = 0;                 ///< of openings, in a row
  std::uint64_t opening_nodes_ = 0;  ///< left for this descent
  std::uint64_t finding_cost_ = 0;   ///< of all openings, in nodes

  std::optional<int> best_;
  Harvest harvest_;
  struct Swarm {
    std::uint64_t family = 0;
    std::uint64_t boards = 0;
  };
  Swarm swarm_;  ///< boards with the beginning of the last one
  Workshop workshop_;
  std::size_t record_depth_ = 0;
  std::uint64_t nodes_before_ = 0;  ///< of nodes_, made before the state was restored
  std::uint64_t nodes_ = 0, debt_ = 0, rounds_ = 0, opened_ = 0, endgames_ = 0, mended_ = 0, mending_cost_ = 0;
};

}  // namespace tesselle::edge::schedule
