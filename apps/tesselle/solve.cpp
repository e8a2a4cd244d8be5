#include <fmt/format.h>

#include "commands.hpp"
#include "reporter.hpp"
#include "search/solution_files.hpp"
#include "series.hpp"

namespace tesselle {
namespace {

struct SolveOptions : RunOptions {
  bool all = false;
  SeriesOptions series;
};

/// "12 solutions, 3 up to rotation"
std::string solutions_text(const Finished& f) {
  const std::string solutions = counted(f.solutions, "solution");
  if (f.distinct == f.solutions || f.distinct_up_to == "nothing") return solutions;
  return fmt::format("{}, {} up to {}", solutions, grouped(f.distinct.value_or(0)), f.distinct_up_to);
}

std::string verdict_line(const Finished& f, bool all) {
  const std::string effort =
      fmt::format("{} in {}, engine {}", counted(f.nodes, "node"), readable_seconds(f.seconds), f.engine);
  if (all && f.solutions > 0) {
    const char* complete = f.status == Status::exhausted ? "" : " so far (the search was not finished)";
    return fmt::format("{}{}: {}", solutions_text(f), complete, effort);
  }
  switch (f.status) {
    case Status::solved:
      return "Solved and verified: " + effort;
    case Status::exhausted:
      return "There is no solution, the search is complete: " + effort;
    case Status::limit:
      return "No solution within the limit: " + effort;
    case Status::stopped:
      return "Stopped: " + effort;
  }
  return effort;
}

constexpr std::uint64_t boards_drawn_of_all = 5;

SearchRequest solve_request(const SolveOptions& options) {
  SearchRequest request = request_from(options, options.all ? Goal::all : Goal::first);
  // An optimiser that does not solve it leaves its best board, as in optimise.
  if (!request.out && plan(request).stages.front().goal == Goal::best) request.out = best_board_file(*request.puzzle);
  return request;
}

int solve(const SolveOptions& options) {
  const SearchRequest request = solve_request(options);
  if (options.series.several()) return run_and_tabulate(request, options, options.series);
  const std::uint64_t drawn_of_all = options.out ? 0 : boards_drawn_of_all;
  const Reported reported = search_and_record(request, options, options.series, options.all ? drawn_of_all : 1);
  const Finished& finished = reported.finished;
  if (!options.json) {
    if (reported.best && finished.solutions == 0) print_best(request, reported, options);
    fmt::print("{}\n", verdict_line(finished, options.all));
  }
  return answer_of(finished).exit_code;
}

}  // namespace

void add_solve(Command program) {
  auto options = std::make_shared<SolveOptions>();
  Command command = program.subcommand("solve", "find the first solution, or all of them with --all");
  add_run_options(command, *options);
  add_series_options(command, options->series);
  command.flag("--all", options->all, "find every solution");
  command.on_run([options] { return solve(*options); });
}

}  // namespace tesselle
