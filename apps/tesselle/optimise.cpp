#include <fmt/format.h>
#include <unistd.h>

#include "commands.hpp"
#include "reporter.hpp"
#include "search/solution_files.hpp"
#include "series.hpp"
#include "tesselle/render.hpp"

namespace tesselle {
namespace {

struct OptimiseOptions : RunOptions {
  std::optional<std::string> start;
  std::optional<int> target;
  std::optional<std::string> archive;
  int keep_above = -1;
  SeriesOptions series;
};

SearchRequest optimise_request(const OptimiseOptions& options) {
  SearchRequest request = request_from(options, Goal::best);
  if (options.start) request.start = load_start_board(*request.puzzle, *options.start);
  request.target = options.target;
  if (!request.out) request.out = best_board_file(*request.puzzle);
  if (options.archive) request.archive = *options.archive;
  request.archive_above = options.keep_above;
  return request;
}

void print_best(const SearchRequest& request, const SolutionRecord& best, const OptimiseOptions& options) {
  const bool colour = use_colour(options.colour, STDOUT_FILENO);
  fmt::print("{}", render_terminal(*request.puzzle, &best.solution,
                                   colour ? TerminalColour::truecolour : TerminalColour::none));
  fmt::print("best {} of {}, {}, after {}; written to {}\n", best.score, best.max_score,
             request.puzzle->family() == Family::edge ? counted(static_cast<std::uint64_t>(best.conflicts), "conflict")
                                                      : fmt::format("{} cells not covered", best.conflicts),
             readable_seconds(best.seconds), request.out->string());
}

int optimise(const OptimiseOptions& options) {
  const SearchRequest request = optimise_request(options);
  if (options.series.several()) return run_and_tabulate(request, options, options.series);
  std::optional<SolutionRecord> best;
  const auto keep = [&](const Event& event) {
    if (const auto* better = std::get_if<Improved>(&event)) best = better->record;
  };
  const Finished finished = search_and_record(request, options, options.series, false, keep);
  if (best && !options.json) print_best(request, *best, options);
  if (best && !options.json && finished.status == Status::exhausted)
    fmt::print("No board is better: everything was searched\n");
  if (!best && !options.json)
    fmt::print("{}\n", finished.status == Status::exhausted ? "There is no solution, the search is complete"
                                                            : "No board within the limit");
  return answer_of(finished).exit_code;
}

}  // namespace

void add_optimise(Command program) {
  auto options = std::make_shared<OptimiseOptions>();
  Command command =
      program.subcommand("optimise", "the best board in the time given: most matching edges, or most pieces packed");
  add_run_options(command, *options);
  add_series_options(command, options->series);
  command.option("--start", options->start, "start from this board: JSON or a board address").value("FILE");
  command.option("--target", options->target, "stop when this score is reached").non_negative();
  Option archive =
      command.option("--archive", options->archive, "keep every distinct board in this file (see tesselle archive)")
          .value("FILE");
  command.option("--keep-above", options->keep_above, "archive only boards that score more than this").needs(archive);
  command.on_run([options] { return optimise(*options); });
}

}  // namespace tesselle
