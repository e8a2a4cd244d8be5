#include <fmt/format.h>

#include "commands.hpp"
#include "reporter.hpp"
#include "run_options.hpp"

namespace tesselle {
namespace {

struct SolveOptions : RunOptions {
  bool all = false;
};

std::string verdict_line(const Finished& f, bool all) {
  const std::string effort =
      fmt::format("{} nodes in {}, engine {}", grouped(f.nodes), readable_seconds(f.seconds), f.engine);
  if (all && f.solutions > 0) {
    const char* complete = f.status == Status::exhausted ? "" : " so far (the search was not finished)";
    return fmt::format("{} solutions, {} up to {}{}: {}", grouped(f.solutions), grouped(f.distinct.value_or(0)),
                       f.identified, complete, effort);
  }
  switch (f.status) {
    case Status::solved:
      return "Solved and verified: " + effort;
    case Status::exhausted:
      return "There is no solution, the whole tree was searched: " + effort;
    case Status::limit:
      return "No solution within the limit: " + effort;
    case Status::stopped:
      return "Stopped: " + effort;
  }
  return effort;
}

int exit_code_of(const Finished& f, bool all) {
  if (f.status == Status::solved) return exit_codes::answered;
  if (f.status == Status::exhausted) return f.solutions > 0 ? exit_codes::answered : exit_codes::no_solution;
  return all || f.solutions == 0 ? exit_codes::limit : exit_codes::answered;
}

int solve(const SolveOptions& options) {
  PreparedRun prepared = prepare_run(options, options.all ? Goal::all : Goal::first);
  if (options.symmetry == "distinct") {
    prepared.request.wanted = Wanted::one_per_orbit;
    if (prepared.request.engine->reduces_symmetry) prepared.request.config.symmetry = SearchSymmetry::reduced;
  }
  const Finished finished = run_and_report(prepared, options, true);
  if (!options.json) fmt::print("{}\n", verdict_line(finished, options.all));
  return exit_code_of(finished, options.all);
}

}  // namespace

void add_solve(Command program) {
  auto options = std::make_shared<SolveOptions>();
  Command command = program.subcommand("solve", "find the first solution, or all of them with --all");
  add_run_options(command, *options);
  command.flag("--all", options->all, "find every solution");
  command.on_run([options] { return solve(*options); });
}

}  // namespace tesselle
