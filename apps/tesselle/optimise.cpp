#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "render/render.hpp"
#include "reporter.hpp"
#include "run/registry.hpp"
#include "run_options.hpp"
#include "store/archive.hpp"
#include "verify/verify.hpp"

namespace tesselle {
namespace {

struct OptimiseOptions : RunOptions {
  std::optional<std::string> start;
  std::optional<int> target;
  std::optional<std::string> archive;
  int keep_above = -1;
};

Solution load_start(const Puzzle& puzzle, const std::string& path) {
  const Solution board = load_solution(puzzle, path).solution;
  const Verdict verdict = verify(puzzle, board);
  if (!verdict.legal()) throw InputError({path}, "cannot be started from: " + summary(verdict));
  return board;
}

void print_best(const Puzzle& puzzle, const SolutionRecord& best, const OptimiseOptions& options,
                const std::string& file) {
  const bool colour = use_colour(options.colour, STDOUT_FILENO);
  fmt::print("{}", render_terminal(puzzle, &best.solution, colour ? TerminalColour::truecolour : TerminalColour::none));
  fmt::print("best {} of {}, {} {}, after {}; written to {}\n", best.score, best.max_score, best.conflicts,
             puzzle.family() == Family::edge ? "conflicts" : "cells not covered", readable_seconds(best.seconds), file);
}

// --- stages: a small board may be solved outright ---

constexpr std::size_t small_board = 64;  // cells; scan solves most 8x8 boards within seconds
constexpr double first_look = 1;         // seconds of optimising before that
constexpr double longest_solving = 20;   // seconds, or a third of the time given

/// Several runs that look like one to whoever listens: one start, one end, every board better than the one before.
class Stages {
 public:
  Stages(const RunRequest& request, Subscriber subscriber) : request_(request), subscriber_(std::move(subscriber)) {}

  void run_all() {
    const bool limited = request_.limits.seconds.has_value();
    const double whole = request_.limits.seconds.value_or(0);
    run_one(request_, limited ? std::min(first_look, whole / 3) : first_look);
    RunRequest solving = request_;
    solving.engine = &engine_named("scan", Family::edge);
    solving.config.goal = Goal::first;
    solving.config.options = Options(solving.engine->options);
    solving.target.reset();
    run_one(solving, limited ? std::min(longest_solving, whole / 3) : longest_solving);
    std::optional<double> rest;
    if (limited) rest = std::max(whole - seconds_, 0.01);
    run_one(request_, rest);
    finished_.seconds = seconds_;
    finished_.nodes = nodes_;
    if (best_) finished_.best = Best{best_->score, best_->max_score, best_->conflicts};
    subscriber_(finished_);
  }

 private:
  void run_one(RunRequest request, std::optional<double> seconds) {
    if (over_) return;
    request.limits.seconds = seconds;
    finished_ = run(
        request, [this](const Event& event) { std::visit([this](const auto& e) { on(e); }, event); },
        stop_on_signals());
    seconds_ += finished_.seconds;
    nodes_ += finished_.nodes;
    over_ = finished_.status == Status::solved || finished_.status == Status::stopped;
  }
  void on(const Started& event) {
    if (!std::exchange(started_, true)) subscriber_(event);
  }
  void on(const SolutionFound& event) { on(Improved{event.record}); }
  void on(const Improved& event) {
    if (best_ && event.record.score <= best_->score) return;
    best_ = event.record;
    best_->seconds += seconds_;
    best_->nodes += nodes_;
    subscriber_(Improved{*best_});
  }
  void on(const ProgressMade& event) {
    ProgressMade adjusted = event;
    adjusted.seconds += seconds_;
    adjusted.nodes += nodes_;
    adjusted.fraction.reset();
    adjusted.seconds_left.reset();
    if (best_) adjusted.best = Best{best_->score, best_->max_score, best_->conflicts};
    subscriber_(adjusted);
  }
  void on(const Note& event) { subscriber_(event); }
  void on(const Finished&) {}

  const RunRequest& request_;
  Subscriber subscriber_;
  std::optional<SolutionRecord> best_;
  Finished finished_;
  double seconds_ = 0;       ///< of the runs that ended
  std::uint64_t nodes_ = 0;  ///< likewise
  bool started_ = false, over_ = false;
};

bool in_stages(const OptimiseOptions& options, const Puzzle& puzzle) {
  return options.engine == "auto" && !options.start && !options.nodes && options.engine_options.empty() &&
         puzzle.family() == Family::edge && puzzle.edge().cell_count() <= small_board;
}

int optimise(OptimiseOptions options) {
  const bool staged = in_stages(options, load_puzzle(options.puzzle));
  if (options.start && options.engine == "auto") options.engine = "repair";
  PreparedRun prepared = prepare_run(options, Goal::best);
  const Puzzle& puzzle = *prepared.puzzle;
  if (options.start) prepared.request.start = load_start(puzzle, *options.start);
  prepared.request.target = options.target;

  std::optional<BoardArchive> archive;
  if (options.archive) {
    archive = BoardArchive::open(*options.archive);
    prepared.request.seen = [&](const SolutionRecord& board) {
      if (board.score > options.keep_above) archive->add(puzzle, board);
    };
  }

  const std::string file = options.out.value_or(puzzle.name + "-best.json");
  const Subscriber reporter = make_reporter(puzzle, {options.json, options.quiet, false, false});
  if (!prepared.reason.empty())
    reporter(Note{fmt::format("engine {}: {}", prepared.request.engine->name, prepared.reason)});
  std::optional<SolutionRecord> best;
  const auto keep = [&](const Event& event) {
    if (const auto* better = std::get_if<Improved>(&event)) {
      best = better->record;
      write_file_atomically(file, write_solution_json(puzzle, *best) + "\n");
    }
    reporter(event);
  };
  if (staged)
    Stages(prepared.request, keep).run_all();
  else
    run(prepared.request, keep, stop_on_signals());
  if (best && !options.json) print_best(puzzle, *best, options, file);
  return best ? exit_codes::answered : exit_codes::limit;
}

}  // namespace

void add_optimise(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<OptimiseOptions>();
  CLI::App* command =
      app.add_subcommand("optimise", "the best board in the time given: most matching edges, or most pieces packed");
  add_run_options(*command, *options);
  command->add_option("--start", options->start, "start from this board: JSON or a board address")->type_name("FILE");
  command->add_option("--target", options->target, "stop when this score is reached")->check(CLI::NonNegativeNumber);
  CLI::Option* archive =
      command
          ->add_option("--archive", options->archive, "keep every distinct board in this file (see tesselle archive)")
          ->type_name("FILE");
  command->add_option("--keep-above", options->keep_above, "archive only boards that score more than this")
      ->needs(archive);
  command->callback([options, &exit_code] { exit_code = optimise(*options); });
}

}  // namespace tesselle
