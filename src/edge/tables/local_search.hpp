#pragma once

#include "edge/tables/conflict_board.hpp"
#include "engine/engine.hpp"

namespace tesselle::edge {

/// What the searches that improve a full board share: the board, the best one so far and its report, the slice loop.
/// A subclass makes one bounded step at a time. A node is a placement made; a step that makes none counts as one too,
/// so that a slice always ends.
class LocalSearch : public Engine, public Improves {
 public:
  LocalSearch(const EdgePuzzle& puzzle, const EngineConfig& config)
      : puzzle_(puzzle), board_(puzzle), rng_(config.seed), best_(puzzle) {}

  Advance advance(Budget budget, SolutionSink& sink) override {
    const std::uint64_t end = nodes() + budget.nodes;
    if (steps_ == 0) {
      begin();
      keep_if_better(sink);
    }
    while (nodes() < end && best_conflicts_ > 0) {
      ++steps_;
      step();
      keep_if_better(sink);
    }
    return best_conflicts_ == 0 ? Advance::stuck : Advance::running;
  }

  EngineProgress progress() const override { return {nodes(), board_.cell_count(), std::nullopt}; }
  Statistics statistics() const override {
    Statistics statistics;
    statistics.values = {{"exchanges evaluated", "", Merge::sum, static_cast<double>(evaluations_)},
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
  virtual void step() = 0;
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
      board_ = best_;
  }

  const EdgePuzzle puzzle_;
  ConflictBoard board_;
  Rng rng_;
  std::uint64_t evaluations_ = 0, restarts_ = 0;
  ConflictBoard best_;
  int best_conflicts_ = 1 << 30;

 private:
  std::uint64_t nodes() const { return board_.placements() + steps_; }

  void begin() {
    if (!started_) first_board();
    on_start();
    ++steps_;
  }

  void keep_if_better(SolutionSink& sink) {
    if (board_.conflicts() >= best_conflicts_) return;
    best_conflicts_ = board_.conflicts();
    best_ = board_;
    sink.improved(board_.solution());
  }

  std::uint64_t steps_ = 0;
  bool started_ = false;
};

}  // namespace tesselle::edge
