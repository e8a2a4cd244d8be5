#include "search/compare.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/files.hpp"
#include "base/machine.hpp"
#include "commands.hpp"
#include "reporter.hpp"
#include "search/solution_files.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace tesselle {
namespace {

struct CompareOptions {
  std::vector<std::string> puzzles, variants;
  std::optional<std::string> engines, csv, plot, measure, time;
  std::string seeds = "1..10", goal = "best";
  std::optional<std::uint64_t> nodes;
  unsigned threads = 1;
  std::optional<int> target;
  bool json = false, quiet = false;
};

Goal compared_goal(const std::string& name) {
  return name == "best" ? Goal::best : name == "first" ? Goal::first : Goal::count;
}

std::vector<Variant> compared_variants(const CompareOptions& options) {
  std::vector<Variant> variants;
  const std::string engines = options.engines.value_or("");
  for (std::size_t at = 0; options.engines && at <= engines.size();) {
    const std::size_t end = std::min(engines.find(',', at), engines.size());
    variants.push_back(parse_variant(engines.substr(at, end - at), "--engines"));
    at = end + 1;
  }
  for (const std::string& text : options.variants) variants.push_back(parse_variant(text));
  return variants;
}

ComparisonRequest comparison_request(const CompareOptions& options) {
  ComparisonRequest request;
  for (const std::string& name : options.puzzles) request.puzzles.push_back(share(load_puzzle(name)));
  request.variants = compared_variants(options);
  request.seeds = parse_seeds(options.seeds);
  request.goal = compared_goal(options.goal);
  if (options.time) request.limits.seconds = parse_duration(*options.time);
  request.limits.nodes = options.nodes;
  if (request.goal == Goal::best && !options.time && !options.nodes)
    throw UsageError("compare: the best board needs a limit; give --time or --nodes");
  request.threads = options.threads;
  request.target = options.target;
  if (options.measure) request.measure = &measure_named(*options.measure);
  return request;
}

void print_cells(const Comparison& comparison) {
  const std::string what = comparison.measure->title;
  std::vector<std::vector<std::string>> table = {
      {"puzzle", "variant", what + ": mean", "deviation", "least", "median", "most"}};
  for (const ComparisonCell& cell : comparison.cells) {
    std::vector<double> values;
    for (const RunRow& row : cell.rows) values.push_back(compared_value(*comparison.measure, row));
    const SampleSummary s = summary_of(values);
    const bool all_got_there = s.most < HUGE_VAL;
    table.push_back({comparison.puzzles[cell.puzzle], comparison.variants[cell.variant],
                     all_got_there ? number_text(s.mean) : "-", all_got_there ? number_text(s.deviation) : "-",
                     number_text(s.least), number_text(s.median), number_text(s.most)});
  }
  print_columns(table, 2);
}

std::string verdict_of(const PairedTest& test) {
  if (test.corrected_p >= 0.05) return "no clear difference";
  return test.better > test.worse ? "better" : "worse";
}

void print_tests(const Comparison& comparison) {
  fmt::print("\nagainst {}, paired by seed ({} is better; Wilcoxon's signed-rank test, corrected by Holm):\n",
             comparison.variants.front(), comparison.measure->more_is_better ? "more" : "less");
  std::vector<std::vector<std::string>> table = {
      {"puzzle", "variant", "verdict", "better", "equal", "worse", "median difference", "p", "corrected p"}};
  for (const PairedTest& test : paired_tests(comparison))
    table.push_back({comparison.puzzles[test.puzzle], comparison.variants[test.variant], verdict_of(test),
                     std::to_string(test.better), std::to_string(test.equal), std::to_string(test.worse),
                     number_text(test.difference), fmt::format("{:.4f}", test.test.p),
                     fmt::format("{:.4f}", test.corrected_p)});
  print_columns(table, 3);
}

void print_comparison(const Comparison& comparison) {
  if (comparison.done > 0) {
    print_cells(comparison);
    print_tests(comparison);
  }
  fmt::print("{}tesselle {}, {}\n", comparison.done > 0 ? "\n" : "", version(), machine_name());
  if (comparison.done < comparison.planned)
    fmt::print("Stopped: {} of {} done\n", comparison.done, counted(comparison.planned, "seed"));
}

int run_comparison(const CompareOptions& options) {
  if (options.csv) require_folder(*options.csv);
  if (options.plot) require_folder(*options.plot);
  const auto hear = [&](const std::string& puzzle, const std::string& variant, const RunRow& row) {
    if (options.json) fmt::print("{}\n", run_json(row, variant));
    if (!options.quiet)
      tell("{}, {}, seed {}: {}\n", puzzle, variant, row.finished.seed,
           row.finished.best ? fmt::format("{} of {}", row.finished.best->score, row.finished.best->max_score)
                             : fmt::format("{} in {}", counted(row.finished.solutions, "solution"),
                                           readable_seconds(row.finished.seconds)));
    std::fflush(stdout);
  };
  const Comparison comparison = compare(comparison_request(options), hear, stop_on_signals());
  if (options.csv) write_file_atomically(*options.csv, comparison_csv(comparison));
  if (options.plot && comparison.done > 0) write_file_atomically(*options.plot, comparison_svg(comparison));
  if (options.json)
    fmt::print("{}\n", comparison_json(comparison));
  else
    print_comparison(comparison);
  return comparison.done < comparison.planned ? exit_codes::limit : exit_codes::answered;
}

}  // namespace

void add_compare(Command program) {
  auto options = std::make_shared<CompareOptions>();
  Command command = program.subcommand("compare", "engines or options side by side, with a test of significance");
  command.argument("puzzles", options->puzzles, "built-in puzzles' names or files").required().value("P");
  command.option("--engines", options->engines, "these engines, the first one is the yardstick: swap,ils").value("A,B");
  command
      .option("--variant", options->variants,
              "also an engine with options, such as anneal:temperature=2,cooling=500; may be repeated")
      .value("ENGINE:OPTION=VALUE");
  command.option("--seeds", options->seeds, "one run with each of these seeds: 1..10 or 1,5,9")
      .value("A..B")
      .show_default();
  command.option("--goal", options->goal, "best board, first solution, or count")
      .one_of({"best", "first", "count"})
      .show_default();
  command.option("--time", options->time, "time limit of each run: 60s, 10m, 1h");
  command.option("--nodes", options->nodes, "node limit of each run").positive();
  command.option("--threads", options->threads, "worker threads of each run").range(1u, 1024u).show_default();
  command.option("--target", options->target, "stop a run at this score, and compare the seconds to it").non_negative();
  std::vector<std::string> names;
  for (const Measure& measure : measures()) names.emplace_back(measure.name);
  command.option("--measure", options->measure, "what the runs are compared by (default: what the goal is about)")
      .one_of(names);
  command.option("--csv", options->csv, "write every run as CSV").value("FILE");
  command.option("--plot", options->plot, "draw values and medians over time as SVG").value("FILE");
  command.flag("--json", options->json, "print as JSON, one object per line");
  command.flag("--quiet", options->quiet, "do not tell of every run");
  command.on_run([options] { return run_comparison(*options); });
}

}  // namespace tesselle
