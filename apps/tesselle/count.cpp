#include <fmt/format.h>

#include "base/errors.hpp"
#include "commands.hpp"
#include "profile.hpp"
#include "reporter.hpp"
#include "run_options.hpp"

namespace tesselle {
namespace {

struct CountOptions : RunOptions {
  std::optional<std::string> profile;
};

int count(const CountOptions& options) {
  PreparedRun prepared = prepare_run(options, Goal::count);
  const EngineInfo& engine = *prepared.request.engine;
  if (options.profile && !engine.walks_tree)
    throw UsageError(fmt::format("--profile: engine {} walks no tree, so it keeps no nodes per depth", engine.name));
  // Both numbers come out either way; walking one board of each orbit is less work where the engine can do it.
  const bool reduced = options.symmetry != "all" && engine.reduces_symmetry;
  prepared.request.config.symmetry = reduced ? SearchSymmetry::reduced : SearchSymmetry::whole;

  const Finished f = run_and_report(prepared, options, false);
  const bool complete = f.status == Status::exhausted;
  if (!options.json) {
    const std::string solutions = f.all_digits ? grouped(*f.all_digits) : grouped(f.solutions);
    const std::string distinct = f.distinct ? fmt::format("{} distinct up to {}", grouped(*f.distinct), f.identified)
                                            : "symmetric ones included";
    fmt::print("{}{} solutions, {}\n", complete ? "" : "at least ", solutions, distinct);
    fmt::print("{}: {} nodes in {}, engine {}, {} boards verified\n",
               complete ? "the whole tree was searched" : "the search was not finished", grouped(f.nodes),
               readable_seconds(f.seconds), f.engine, grouped(f.verified));
  }
  if (options.profile) write_profile(*options.profile, prepared.request, f);
  if (!complete) return exit_codes::limit;
  return f.solutions > 0 ? exit_codes::answered : exit_codes::no_solution;
}

}  // namespace

void add_count(Command program) {
  auto options = std::make_shared<CountOptions>();
  Command command = program.subcommand("count", "how many solutions, and how many up to symmetry");
  add_run_options(command, *options);
  command.option("--profile", options->profile, "write the nodes per depth, for tesselle estimate --run").value("FILE");
  command.on_run([options] { return count(*options); });
}

}  // namespace tesselle
