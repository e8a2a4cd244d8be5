#include "search/bench.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/files.hpp"
#include "base/readable.hpp"
#include "commands.hpp"
#include "search/bench_rivals.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

struct BenchOptions {
  BenchSelection selection;
  bool signature = false, json = false;
  std::optional<std::string> against;  // file of other programs
  std::string time = "10m";
  unsigned runs = 1;
};

/// Solutions, or what the best board scores.
std::string bench_answer(const BenchRow& row) {
  return row.best ? fmt::format("{}/{}", row.best->score, row.best->max_score) : grouped(row.answer());
}

void print_bench_header(bool times) {
  fmt::print("{:<28}{:<10}{:<9}{:>15}{:>10}", "puzzle", "engine", "symmetry", "nodes", "answer");
  if (times) fmt::print("{:>10}{:>9}{:>8}", "CPU s", "M/s", "ins/nd");
  fmt::print("  why\n");
}

void print_bench_row(const BenchRow& row, bool times) {
  const BenchCase& bench = *row.bench;
  fmt::print("{:<28}{:<10}{:<9}{:>15}{:>10}", bench.puzzle, bench.engine,
             bench.symmetry == Symmetry::distinct ? "distinct" : "all", grouped(row.nodes), bench_answer(row));
  if (times)
    fmt::print("{:>10.3f}{:>9.2f}{:>8}", row.cpu_seconds, row.pace / 1e6,
               row.instructions_per_node ? fmt::format("{:.1f}", *row.instructions_per_node) : "-");
  fmt::print("  {}{}\n", bench.why, row.as_recorded() ? "" : " (CHANGED)");
}

void print_bench_ratio(const BenchRatio& r) {
  fmt::print("{} on {}: {:.2f} times the speed of {} (at least {} is wanted)\n", r.engine, r.puzzle, r.ratio,
             r.yardstick, r.bar);
}

int print_bench(const BenchOptions& options) {
  BenchSelection selection = options.selection;
  if (options.signature) selection.part = BenchPart::signature;
  const bool times = !options.signature;
  if (!options.json) print_bench_header(times);
  const auto hear = [&](const BenchEvent& event) {
    if (options.json)
      fmt::print("{}\n", bench_json(event, times ? BenchTimes::included : BenchTimes::left_out));
    else if (const auto* row = std::get_if<BenchRow>(&event))
      print_bench_row(*row, times);
    else
      print_bench_ratio(std::get<BenchRatio>(event));
    std::fflush(stdout);
  };
  return run_bench(selection, hear, stop_on_signals()) ? exit_codes::answered : exit_codes::limit;
}

constexpr const char* rival_row = "{:<28}{:<14}{:>12}{:>12}  {:<10}{:>10}{:>10}  {}\n";

void print_rival_header() {
  fmt::print(fmt::runtime(rival_row), "puzzle", "program", "ours", "theirs", "our engine", "ours s", "theirs s",
             "result");
}

void print_rival(const RivalRow& row) {
  const auto count = [](const std::optional<std::uint64_t>& number) { return number ? grouped(*number) : "-"; };
  const std::string result = row.ratio()                            ? fmt::format("{:.1f} times as fast", *row.ratio())
                             : row.verdict == RivalVerdict::differs ? "THE COUNTS DIFFER"
                                                                    : row.reason;
  fmt::print(fmt::runtime(rival_row), row.puzzle, row.rival, count(row.ours), count(row.theirs), row.engine,
             fmt::format("{:.3f}", row.our_seconds), fmt::format("{:.3f}", row.their_seconds), result);
}

/// 1 if counts differ, 3 if a program has not answered.
int print_against(const BenchOptions& options) {
  const RivalRequest request{read_rivals(read_file(*options.against), *options.against), options.selection.puzzle,
                             parse_duration(options.time), options.runs};
  if (!options.json) print_rival_header();
  bool differ = false, unanswered = false;
  const auto tell = [&](const RivalRow& row) {
    differ = differ || row.verdict == RivalVerdict::differs;
    unanswered = unanswered || row.verdict == RivalVerdict::no_answer;
    if (options.json)
      fmt::print("{}\n", rival_json(row));
    else
      print_rival(row);
    std::fflush(stdout);
  };
  const bool finished = run_against(request, tell, stop_on_signals());
  if (differ) return exit_codes::no_solution;
  return finished && !unanswered ? exit_codes::answered : exit_codes::limit;
}

}  // namespace

void add_bench(Command program) {
  auto options = std::make_shared<BenchOptions>();
  Command command = program.subcommand("bench", "run fixed cases on one thread and check their node counts");
  command.argument("group", options->selection.group, "edge, packing or all")
      .one_of({"edge", "packing", "all"})
      .show_default();
  command.option("--only", options->selection.puzzle, "only the cases of this puzzle").value("PUZZLE");
  const Option signature = command.flag("--signature", options->signature,
                                        "only the quick cases, without times: a check that takes seconds");
  command.flag("--json", options->json, "print as JSON, one object per line");
  command
      .option("--against", options->against,
              "run the programs that this file names beside ours, compare counts and times")
      .value("FILE")
      .excludes(signature);
  command.option("--time", options->time, "with --against: limit of each run").show_default();
  command.option("--runs", options->runs, "with --against: runs of each, the fastest counts")
      .range(1u, 1000u)
      .show_default();
  command.on_run([options] { return options->against ? print_against(*options) : print_bench(*options); });
}

}  // namespace tesselle
