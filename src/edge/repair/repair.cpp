#include "edge/repair/repair.hpp"

#include <algorithm>
#include <optional>

#include "edge/repair/merge.hpp"
#include "edge/repair/repairer.hpp"
#include "edge/tables/saved_state.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace edge::repair {
namespace {

OptionTable option_table() {
  const Repairer::Settings standard;
  return {{.name = "window-nodes",
           .default_value = static_cast<std::int64_t>(standard.window_nodes),
           .help = "upper limit on the pieces tried in one window; smaller windows come first",
           .min = 1,
           .max = 1e6},
          {.name = "repair-patience",
           .default_value = static_cast<std::int64_t>(standard.patience),
           .help = "pieces tried without success before a step to a slightly worse board",
           .min = 1,
           .max = 1e15}};
}

/// Exact moves on a board that was given, or on a greedy one.
class Repair final : public Engine, public Improves, public Saves, public ShowsBoard {
 public:
  Repair(const EdgePuzzle& puzzle, const EngineConfig& config)
      : cells_(static_cast<int>(puzzle.cell_count())),
        repairer_(puzzle, config.seed,
                  {static_cast<std::uint64_t>(config.options.integer("window-nodes")),
                   static_cast<std::uint64_t>(config.options.integer("repair-patience"))}) {}

  /// A move is made when the nodes of the one before are counted, so slices change nothing.
  Advance advance(Budget budget, SolutionSink& sink) override {
    for (std::uint64_t left = budget.nodes; left > 0;) {
      if (debt_ == 0) {
        if (reported_ == 0) return Advance::stuck;
        debt_ = reported_ ? repairer_.step() : first_board();
        report(sink);
        if (reported_ == 0) debt_ = 1;  // a run ends here, whatever of its slice is left to pay the rest with
      }
      const std::uint64_t paid = std::min(left, debt_);
      debt_ -= paid;
      left -= paid;
      nodes_ += paid;
    }
    return Advance::running;
  }

  EngineProgress progress() const override { return {nodes_, cells_, std::nullopt}; }
  Solution board() const override { return {repairer_.board()}; }

  Statistics statistics() const override {
    Statistics statistics;
    statistics.values = {
        {"assignments", "", Merge::sum, static_cast<double>(repairer_.assignments())},
        {"windows", "", Merge::sum, static_cast<double>(repairer_.windows())},
        {"windows proved", "", Merge::sum, static_cast<double>(repairer_.windows_proved())},
        {"largest window proved", "cells", Merge::max, static_cast<double>(repairer_.largest_proved())},
        {"merges", "", Merge::sum, static_cast<double>(repairer_.merges())}};
    return statistics;
  }

  void start_from(const Solution& board) override {
    repairer_.start_from(board.edge());
    started_ = true;
  }

  std::string save() const override {
    ByteWriter out;
    out.number(started_);
    edge::save(out, reported_);
    out.number(debt_);
    repairer_.save(out);
    return out.take();
  }
  void restore(std::string_view state) override {
    ByteReader in(state);
    started_ = read_flag(in);
    reported_ = read_optional(in, 4 * cells_);
    debt_ = in.number();
    if (reported_ && !started_) in.refuse();
    repairer_.restore(in, started_);
    in.end();
  }

 private:
  std::uint64_t first_board() {
    if (!started_) repairer_.start_greedily();
    started_ = true;
    return static_cast<std::uint64_t>(cells_);
  }

  void report(SolutionSink& sink) {
    if (reported_ && repairer_.best_conflicts() >= *reported_) return;
    reported_ = repairer_.best_conflicts();
    sink.improved({repairer_.best_board()});
  }

  int cells_;
  Repairer repairer_;
  bool started_ = false;
  std::optional<int> reported_;
  std::uint64_t nodes_ = 0, debt_ = 0;
};

/// Is every piece there, each where its kind belongs?
bool loads_whole(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  ConflictBoard loaded(puzzle);
  loaded.load(board);
  return loaded.board() == board;
}

bool is_full(const EdgeBoard& board) {
  return std::all_of(board.cells.begin(), board.cells.end(), [](const auto& cell) { return cell.has_value(); });
}

}  // namespace

bool improve(const EdgePuzzle& puzzle, EdgeBoard& board, std::uint64_t seed, std::uint64_t effort) try {
  if (is_full(board) && !loads_whole(puzzle, board)) return false;
  Repairer repairer(puzzle, seed, {});
  repairer.start_from(board);
  const int before = repairer.best_conflicts();
  for (std::uint64_t spent = 0; spent < effort && repairer.best_conflicts() > 0;) spent += repairer.step();
  if (repairer.best_conflicts() == before && is_full(board)) return false;
  board = repairer.best_board();
  return true;
} catch (const UsageError&) {
  return false;  // not a puzzle whose pieces can be sorted into kinds
}

bool merge_boards(const EdgePuzzle& puzzle, EdgeBoard& board, const EdgeBoard& other) try {
  if (!loads_whole(puzzle, board) || !loads_whole(puzzle, other)) return false;
  ConflictBoard mine(puzzle), theirs(puzzle);
  mine.load(board);
  theirs.load(other);
  if (!merge(mine, theirs.layout())) return false;
  board = mine.board();
  return true;
} catch (const UsageError&) {
  return false;
}

}  // namespace edge::repair

EngineInfo repair_engine() {
  EngineInfo info;
  info.name = "repair";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<edge::repair::Repair>();
  info.summary = "exact repair: best re-assignment of cells that do not touch, windows by branch and bound, merges";
  info.options = edge::repair::option_table();
  info.factory = [](const Puzzle& puzzle, const EngineConfig& config) -> std::unique_ptr<Engine> {
    return std::make_unique<edge::repair::Repair>(puzzle.edge(), config);
  };
  return info;
}

}  // namespace tesselle
