#pragma once

#include "edge/local_search/conflict_board.hpp"
#include "engine/engine.hpp"

namespace tesselle::edge {

/// What the searches that improve a full board share: the board, the best one so far and its report, the slice loop.
/// A subclass makes one bounded move at a time; a move counts as one node. The first move makes the first board.
class LocalSearch : public Engine, public Improves {
 public:
  LocalSearch(const EdgePuzzle& puzzle, const EngineConfig& config)
      : puzzle_(puzzle), board_(puzzle), rng_(config.seed) {}

  Advance advance(Budget budget, SolutionSink& sink) override {
    for (std::uint64_t left = budget.nodes; left > 0 && best_conflicts_ > 0; --left) {
      if (moves_++ == 0)
        begin();
      else
        move();
      keep_if_better(sink);
    }
    return best_conflicts_ == 0 ? Advance::stuck : Advance::running;
  }

  EngineProgress progress() const override { return {moves_, board_.cell_count(), std::nullopt}; }
  Statistics statistics() const override {
    Statistics statistics;
    statistics.values = {{"exchanges evaluated", "", Merge::sum, static_cast<double>(evaluations_)},
                         {"placements", "", Merge::sum, static_cast<double>(board_.placements())},
                         {"restarts", "", Merge::sum, static_cast<double>(restarts_)}};
    return statistics;
  }
  void start_from(const Solution& board) override {
    board_.load(board.edge());
    fill_greedily(board_, puzzle_, rng_);
    started_ = true;
  }

 protected:
  /// Makes the first board, unless one was given.
  virtual void first_board() { new_greedy_board(); }
  /// One bounded piece of work; the board is full afterwards.
  virtual void move() = 0;
  /// Called once when the first board lies there.
  virtual void on_start() {}

  void new_greedy_board() {
    board_.clear();
    fill_greedily(board_, puzzle_, rng_);
  }
  /// S5's restart: half of the time from a new greedy board, half from the best one.
  void restart_from_best_or_new() {
    ++restarts_;
    if (rng_.below(2) == 0)
      new_greedy_board();
    else
      board_.go_to(best_);
  }

  const EdgePuzzle puzzle_;
  ConflictBoard board_;
  Rng rng_;
  std::uint64_t evaluations_ = 0, restarts_ = 0;
  ConflictBoard::Layout best_;
  int best_conflicts_ = 1 << 30;

 private:
  void begin() {
    if (!started_) first_board();
    on_start();
  }

  void keep_if_better(SolutionSink& sink) {
    if (board_.conflicts() >= best_conflicts_) return;
    best_conflicts_ = board_.conflicts();
    best_ = board_.layout();
    sink.improved(board_.solution());
  }

  std::uint64_t moves_ = 0;
  bool started_ = false;
};

}  // namespace tesselle::edge
