#include "search/bench.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/readable.hpp"
#include "commands.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

struct BenchOptions {
  BenchSelection selection;
  bool signature = false, json = false;
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

}  // namespace

void add_bench(Command program) {
  auto options = std::make_shared<BenchOptions>();
  Command command = program.subcommand("bench", "run fixed cases on one thread and check their node counts");
  command.argument("group", options->selection.group, "edge, packing or all")
      .one_of({"edge", "packing", "all"})
      .show_default();
  command.option("--only", options->selection.puzzle, "only the cases of this puzzle").value("PUZZLE");
  command.flag("--signature", options->signature, "only the quick cases, without times: a check that takes seconds");
  command.flag("--json", options->json, "print as JSON, one object per line");
  command.on_run([options] { return print_bench(*options); });
}

}  // namespace tesselle
