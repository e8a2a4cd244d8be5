#include <fmt/format.h>

#include "base/files.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "search/confirmation.hpp"
#include "search/profile.hpp"
#include "series.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

struct CountOptions : RunOptions {
  std::optional<std::string> profile;
  SeriesOptions series;
  bool confirm = false;
};

void print_count(const Finished& f) {
  const bool complete = f.status == Status::exhausted;
  const std::string solutions = f.exact_solutions ? grouped(f.exact_solutions->decimal()) : grouped(f.solutions);
  std::string distinct = ", symmetric ones included";
  if (f.distinct) distinct = fmt::format(", {} distinct up to {}", grouped(*f.distinct), f.distinct_up_to);
  if (f.distinct == f.solutions || f.distinct_up_to == "nothing") distinct.clear();
  fmt::print("{}{} solution{}{}\n", complete ? "" : "at least ", solutions, solutions == "1" ? "" : "s", distinct);
  fmt::print("{}: {} in {}, engine {}, {} verified\n", complete ? "complete" : "the search was not finished",
             counted(f.nodes, "node"), readable_seconds(f.seconds), f.engine, counted(f.verified, "board"));
}

/// Counts again with another engine. Throws InternalError if the numbers differ.
int confirm_count(const SearchRequest& request, const Finished& first, const CountOptions& options) {
  const Finished second = search_and_report(second_opinion(request, first), options).finished;
  if (second.status != Status::exhausted) {
    if (!options.json) fmt::print("not confirmed: engine {} did not finish\n", second.engine);
    return exit_codes::limit;
  }
  if (const std::string wrong = disagreement_of(first, second); !wrong.empty()) throw InternalError(wrong);
  if (!options.json)
    fmt::print("confirmed by engine {}: {} in {}\n", second.engine, counted(second.nodes, "node"),
               readable_seconds(second.seconds));
  return answer_of(first).exit_code;
}

int count(const CountOptions& options) {
  const SearchRequest request = request_from(options, Goal::count);
  if (options.profile) {
    require_writable(*options.profile);
    require_profile(request);
  }
  if (options.series.several()) {
    if (options.confirm) throw UsageError("--confirm: is for one run, not for several");
    if (options.profile) throw UsageError("--profile: is made from one run, not from several");
    return run_and_tabulate(request, options, options.series);
  }
  const Finished finished = search_and_record(request, options, options.series).finished;
  if (!options.json) print_count(finished);
  if (options.profile) {
    write_profile(*options.profile, request, finished);
    say_written(*options.profile, options.quiet);
  }
  if (options.confirm && finished.status == Status::exhausted) return confirm_count(request, finished, options);
  return answer_of(finished).exit_code;
}

}  // namespace

void add_count(Command program) {
  auto options = std::make_shared<CountOptions>();
  Command command = program.subcommand("count", "how many solutions, and how many up to symmetry");
  add_run_options(command, *options, {Goal::count});
  add_series_options(command, options->series);
  command.option("--profile", options->profile, "write the nodes per depth, for tesselle estimate --run").value("FILE");
  command.flag("--confirm", options->confirm, "count again with another engine; they must agree");
  command.on_run([options] { return count(*options); });
}

}  // namespace tesselle
