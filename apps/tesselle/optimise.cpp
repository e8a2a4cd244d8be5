#include <fmt/format.h>

#include "commands.hpp"
#include "reporter.hpp"
#include "search/solution_files.hpp"
#include "series.hpp"

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

int optimise(const OptimiseOptions& options) {
  const SearchRequest request = optimise_request(options);
  if (options.series.several()) return run_and_tabulate(request, options, options.series);
  const Reported reported = search_and_record(request, options, options.series);
  const Finished& finished = reported.finished;
  if (options.json) return answer_of(finished).exit_code;
  if (reported.best)
    print_best(request, reported, options);
  else if (finished.best)  // resumed
    fmt::print("no better board than {} of {}, which was found before\n", finished.best->score,
               finished.best->max_score);
  else
    fmt::print("{}\n", finished.status == Status::exhausted ? "There is no solution, the search is complete"
                                                            : "No board within the limit");
  if (reported.best && finished.status == Status::exhausted)
    fmt::print("No board is better: everything was searched\n");
  if (finished.target && finished.best && finished.best->score < *finished.target)
    fmt::print("the target {} was not reached\n", *finished.target);
  return answer_of(finished).exit_code;
}

}  // namespace

void add_optimise(Command program) {
  auto options = std::make_shared<OptimiseOptions>();
  Command command = program.subcommand("optimise", "the best board in the time given");
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
