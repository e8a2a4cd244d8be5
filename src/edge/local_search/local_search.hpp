#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "edge/local_search/conflict_board.hpp"
#include "edge/tables/saved_state.hpp"
#include "engine/engine.hpp"

namespace tesselle::edge {

/// What the searches that improve a full board share: the board, the best one so far and its report, the slice loop.
/// A subclass makes one bounded move at a time; a move counts as one node. The first move makes the first board.
class LocalSearch : public Engine, public Improves, public Saves, public ShowsBoard {
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

  EngineProgress progress() const override { return {moves_ - moves_before_, board_.cell_count(), std::nullopt}; }
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
  Solution board() const override { return board_.solution(); }

  std::string save() const override {
    ByteWriter out;
    for (const std::uint64_t number : {moves_, evaluations_, restarts_, board_.placements()}) out.number(number);
    out.number(started_);
    edge::save(out, rng_);
    if (moves_ > 0) {
      board_.save(out, best_);
      save_more(out);
    }
    board_.save(out, board_.layout());
    return out.take();
  }
  void restore(std::string_view state) override {
    ByteReader in(state);
    for (std::uint64_t* number : {&moves_, &evaluations_, &restarts_}) *number = in.number();
    const std::uint64_t placements = in.number();
    started_ = read_flag(in);
    rng_ = read_rng(in);
    best_ = {};
    best_conflicts_ = no_conflicts_known;
    if (moves_ > 0) {
      best_ = board_.restore(in);
      best_conflicts_ = best_.conflicts;
      restore_more(in);
    }
    using Cells = ConflictBoard::Cells;
    board_.restore(in, moves_ > 0 || started_ ? Cells::all_filled : Cells::some_filled);
    board_.set_placements(placements);
    in.end();
    moves_before_ = moves_;
  }

 protected:
  /// Makes the first board, unless one was given.
  virtual void first_board() { new_greedy_board(); }
  /// One bounded piece of work; the board is full afterwards.
  virtual void move() = 0;
  /// Called once when the first board is there.
  virtual void on_start() {}
  /// What a search remembers between its moves. To read boards the board may be changed.
  virtual void save_more(ByteWriter&) const {}
  virtual void restore_more(ByteReader&) {}

  void new_greedy_board() {
    board_.clear();
    fill_greedily(board_, puzzle_, rng_);
  }
  /// The restart of Peter-Hémon and Lamarche 2025: half of the time from a new greedy board, half from the best one.
  void restart_from_best_or_new() {
    ++restarts_;
    if (rng_.below(2) == 0)
      new_greedy_board();
    else
      board_.go_to(best_);
  }

  /// The free cells in some order.
  static void save_order(ByteWriter& out, const std::vector<ConflictBoard::Cell>& order, std::size_t next) {
    out.array(std::span<const ConflictBoard::Cell>(order));
    out.number(next);
  }
  void restore_order(ByteReader& in, std::vector<ConflictBoard::Cell>& order, std::size_t& next) const {
    order = in.array<ConflictBoard::Cell>();
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != board_.free_cells()) in.refuse();
    read_number(in, next, order.size());
  }

  const EdgePuzzle puzzle_;
  ConflictBoard board_;
  Rng rng_;
  std::uint64_t evaluations_ = 0, restarts_ = 0;
  ConflictBoard::Layout best_;
  int best_conflicts_ = no_conflicts_known;

 private:
  static constexpr int no_conflicts_known = 1 << 30;

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
  std::uint64_t moves_before_ = 0;  ///< of moves_, made before the state was restored
  bool started_ = false;
};

}  // namespace tesselle::edge
