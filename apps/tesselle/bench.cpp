#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/effort.hpp"
#include "base/errors.hpp"
#include "commands.hpp"
#include "formats/formats.hpp"
#include "reporter.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"

namespace tesselle {
namespace {

/// One measurement: what is run, what must come out, and why it is in the set. A case with a node limit is about speed
/// on a tree that cannot be walked to its end; the others check their counts before their time means anything.
struct BenchCase {
  const char* group;
  const char* puzzle;
  const char* engine;
  SearchSymmetry symmetry;
  std::uint64_t node_limit;  ///< 0: to the end
  std::uint64_t distinct;    ///< the known answer, if walked to the end
  const char* why;
};

constexpr auto whole = SearchSymmetry::whole;
constexpr auto reduced = SearchSymmetry::reduced;
constexpr BenchCase cases[] = {
    {"edge", "owen-6x6", "backtrack", whole, 20'000'000, 0, "the yardstick's pace"},
    {"edge", "eternity2", "scan", whole, 400'000'000, 0, "the official pieces, row by row"},
    {"edge", "owen-6x6", "scan", whole, 0, 65, "a whole tree; its nodes are published: 69 284 103"},
    {"edge", "owen-6x6", "scan", reduced, 0, 65, "the same with the rotation fixed"},
    {"edge", "inf6102-c", "scan", reduced, 200'000'000, 0, "S5's 8x8"},
    {"edge", "owen-5x5", "corolla", whole, 0, 4, "whole corollas as steps"},
    {"packing", "soma", "cover", reduced, 0, 240, "small and solid"},
    {"packing", "pentominoes-5x12", "fill", reduced, 0, 1010, "thin and flat"},
    {"packing", "pentominoes-6x10", "cover", reduced, 0, 2339, "flat"},
    {"packing", "pentominoes-6x10", "fill", reduced, 0, 2339, "flat, first empty cell"},
    {"packing", "pentominoes-8x8-hole", "cover", reduced, 0, 65, "a hole"},
    {"packing", "pentominoes-8x8-square", "cover", reduced, 0, 16146, "many solutions"},
    {"packing", "pentominoes-2x5x6", "cover", reduced, 0, 264, "two layers"},
    {"packing", "pentominoes-3x4x5", "cover", reduced, 0, 3940, "the hardest of the pentomino boxes"},
    {"packing", "bedlam", "cover", reduced, 0, 19186, "the hardest classic cube"},
    {"packing", "one-sided-pentominoes-3x30", "cover", reduced, 0, 46, "eighteen pieces, a long strip"},
    {"packing", "pentominoes-6x10", "dlx", whole, 0, 2339, "the yardstick, every symmetric copy"},
};

struct BenchOptions {
  std::string group = "all";
  std::string only;
  bool json = false;
};

struct Measurement {
  Finished finished;
  double cpu_seconds = 0;
  std::optional<std::uint64_t> instructions;
};

Measurement measure(const BenchCase& bench) {
  const Puzzle puzzle = load_puzzle(bench.puzzle);
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named(bench.engine, puzzle.family());
  request.config.goal = Goal::count;
  request.config.symmetry = bench.symmetry;
  request.config.options = Options(request.engine->options);
  if (bench.node_limit > 0) request.limits.nodes = bench.node_limit;
  const EffortMeter meter;
  Measurement result;
  result.finished = run(
      request, [](const Event&) {}, stop_on_signals());
  result.cpu_seconds = meter.cpu_seconds();
  result.instructions = meter.instructions();
  return result;
}

void check_answer(const BenchCase& bench, const Finished& finished) {
  if (bench.node_limit > 0 || finished.status != Status::exhausted) return;
  if (finished.distinct != bench.distinct)
    throw InternalError(fmt::format("bench: {} with {} gave {} distinct solutions, expected {}", bench.puzzle,
                                    bench.engine, finished.distinct.value_or(0), bench.distinct));
}

std::string per_node(const Measurement& m) {
  if (!m.instructions || m.finished.nodes == 0) return "-";
  return fmt::format("{:.1f}", static_cast<double>(*m.instructions) / static_cast<double>(m.finished.nodes));
}

void print(const BenchCase& bench, const Measurement& m, bool json) {
  const double rate = static_cast<double>(m.finished.nodes) / m.cpu_seconds;
  const char* symmetry = bench.symmetry == reduced ? "distinct" : "all";
  if (json) {
    const nlohmann::ordered_json line = {{"event", "bench"},
                                         {"puzzle", bench.puzzle},
                                         {"engine", bench.engine},
                                         {"symmetry", symmetry},
                                         {"nodes", m.finished.nodes},
                                         {"distinct", m.finished.distinct.value_or(0)},
                                         {"cpu_seconds", m.cpu_seconds},
                                         {"nodes_per_second", rate},
                                         {"instructions_per_node", per_node(m)}};
    fmt::print("{}\n", line.dump());
  } else {
    fmt::print("{:<28}{:<10}{:<9}{:>15}{:>10}{:>10.3f}{:>9.2f}{:>8}  {}\n", bench.puzzle, bench.engine, symmetry,
               grouped(m.finished.nodes), grouped(m.finished.distinct.value_or(0)), m.cpu_seconds, rate / 1e6,
               per_node(m), bench.why);
  }
  std::fflush(stdout);
}

int bench(const BenchOptions& options) {
  if (!options.json)
    fmt::print("{:<28}{:<10}{:<9}{:>15}{:>10}{:>10}{:>9}{:>8}  {}\n", "puzzle", "engine", "symmetry", "nodes",
               "distinct", "CPU s", "M/s", "ins/nd", "why");
  for (const BenchCase& bench_case : cases) {
    if (options.group != "all" && options.group != bench_case.group) continue;
    if (!options.only.empty() && options.only != bench_case.puzzle) continue;
    const Measurement measurement = measure(bench_case);
    if (measurement.finished.status == Status::stopped) return exit_codes::limit;
    check_answer(bench_case, measurement.finished);
    print(bench_case, measurement, options.json);
  }
  return exit_codes::answered;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command =
      app.add_subcommand("bench", "run the fixed set of cases: node counts are the signature, times on one thread");
  command->add_option("group", options->group, "edge, packing or all")
      ->check(CLI::IsMember({"edge", "packing", "all"}))
      ->capture_default_str();
  command->add_option("--only", options->only, "only the cases of this puzzle");
  command->add_flag("--json", options->json, "print as JSON, one object per line");
  command->callback([options, &exit_code] { exit_code = bench(*options); });
}

}  // namespace tesselle
