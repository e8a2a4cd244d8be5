#include <fmt/format.h>
#include <unistd.h>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "render/render.hpp"
#include "reporter.hpp"
#include "run_options.hpp"
#include "stages.hpp"
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

int optimise(OptimiseOptions options) {
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
  const bool automatic = options.engine == "auto" && options.engine_options.empty();
  if (automatic && !options.nodes && worth_stages(puzzle))
    run_in_stages(prepared.request, keep);
  else
    run(prepared.request, keep, stop_on_signals());
  if (best && !options.json) print_best(puzzle, *best, options, file);
  return best ? exit_codes::answered : exit_codes::limit;
}

}  // namespace

void add_optimise(Command program) {
  auto options = std::make_shared<OptimiseOptions>();
  Command command =
      program.subcommand("optimise", "the best board in the time given: most matching edges, or most pieces packed");
  add_run_options(command, *options);
  command.option("--start", options->start, "start from this board: JSON or a board address").value("FILE");
  command.option("--target", options->target, "stop when this score is reached").non_negative();
  Option archive =
      command.option("--archive", options->archive, "keep every distinct board in this file (see tesselle archive)")
          .value("FILE");
  command.option("--keep-above", options->keep_above, "archive only boards that score more than this").needs(archive);
  command.on_run([options] { return optimise(*options); });
}

}  // namespace tesselle
