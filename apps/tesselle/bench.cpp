#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/effort.hpp"
#include "base/errors.hpp"
#include "commands.hpp"
#include "edge/scan/reference_loop.hpp"
#include "formats/formats.hpp"
#include "packing/tables/placements.hpp"
#include "polyform/forms.hpp"
#include "reporter.hpp"
#include "run/openings.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"

namespace tesselle {
namespace {

/// One measurement: what is run, what must come out, and why it is in the set. A case with a node limit is about speed
/// on a tree that cannot be walked to its end; the others check their counts before their time means anything.
/// Optimisers are asked for the best board, which is verified; their pace is that of the statistic `work`, if they have
/// it.
struct BenchCase {
  const char* group;
  const char* puzzle;
  const char* engine;
  SearchSymmetry symmetry;
  std::uint64_t node_limit;  ///< 0: to the end
  std::uint64_t distinct;    ///< the known answer, if walked to the end
  const char* why;
  const char* work = "";
  bool against_links = false;  ///< compared with dlx on a part of the tree
  bool by_openings = false;    ///< walked again by openings
};

constexpr const char* recursion_puzzle = "eternity2";
constexpr auto whole_tree = SearchSymmetry::whole;
constexpr auto reduced_tree = SearchSymmetry::reduced;
constexpr BenchCase cases[] = {
    {"edge", "owen-6x6", "backtrack", whole_tree, 20'000'000, 0, "the yardstick's pace"},
    {"edge", recursion_puzzle, "scan", whole_tree, 400'000'000, 0, "the official pieces, row by row"},
    {"edge", "owen-6x6", "scan", whole_tree, 0, 65, "a whole tree; its nodes are published: 69 284 103"},
    {"edge", "owen-6x6", "scan", reduced_tree, 0, 65, "the same with the rotation fixed", "", false, true},
    {"edge", "owen-6x6", "meet", reduced_tree, 0, 65, "the same from halves that meet"},
    {"edge", "clue3", "memo", whole_tree, 0, 476'486, "few colours, twins: states counted once"},
    {"edge", "inf6102-c", "scan", reduced_tree, 200'000'000, 0, "S5's 8x8"},
    {"edge", "owen-5x5", "corolla", whole_tree, 0, 4, "whole corollas as steps"},
    {"edge", "owen-5x5", "sat", reduced_tree, 0, 4, "a formula of 25 cells, all its solutions"},
    {"edge", "inf6102-complete", "swap", whole_tree, 60'000, 0, "S5's exchanges", "exchanges evaluated"},
    {"edge", "inf6102-complete", "ils", whole_tree, 20'000, 0, "S5's chains of exchanges", "exchanges evaluated"},
    {"edge", "eternity2", "repair", whole_tree, 5'000'000, 0, "pieces tried in windows and assignments"},
    {"edge", "eternity2-clues", "beam", whole_tree, 10'000'000, 0, "continuations of partial boards"},
    {"packing", "soma", "sat", reduced_tree, 0, 240, "a formula, 240 solutions excluded one by one"},
    {"packing", "soma", "cover", reduced_tree, 0, 240, "small and solid"},
    {"packing", "pentominoes-5x12", "fill", reduced_tree, 0, 1010, "thin and flat"},
    {"packing", "pentominoes-6x10", "cover", reduced_tree, 0, 2339, "flat"},
    {"packing", "pentominoes-6x10", "fill", reduced_tree, 0, 2339, "flat, first empty cell"},
    {"packing", "pentominoes-8x8-hole", "cover", reduced_tree, 0, 65, "a hole"},
    {"packing", "pentominoes-8x8-square", "cover", reduced_tree, 0, 16146, "many solutions"},
    {"packing", "pentominoes-2x5x6", "cover", reduced_tree, 0, 264, "two layers"},
    {"packing", "pentominoes-3x4x5", "cover", reduced_tree, 0, 3940, "the hardest of the pentomino boxes", "", true},
    {"packing", "bedlam", "cover", reduced_tree, 0, 19186, "the hardest classic cube", "", true},
    {"packing", "one-sided-pentominoes-3x30", "cover", reduced_tree, 0, 46, "eighteen pieces, a long strip"},
    {"packing", "boomerang", "tile", whole_tree, 0, 2, "66 polydrafters, all tilings"},
    {"packing", "eternity1", "tile", whole_tree, 2'000'000, 0, "exhaustive tiling at full depth"},
    {"packing", "eternity1", "beam", whole_tree, 60'000, 0, "states expanded and scored"},
    {"packing", "pentominoes-3x20", "interval", whole_tree, 0, 2, "S3's constraint solver"},
    {"packing", "pentominoes-6x10", "dlx", whole_tree, 0, 2339, "the yardstick, every symmetric copy"},
};

struct BenchOptions {
  std::string group = "all";
  std::string only;
  bool json = false;
};

struct BenchMeasurement {
  Finished finished;
  double cpu_seconds = 0;
  std::optional<std::uint64_t> instructions;
};

BenchMeasurement measure(const BenchCase& bench, const Puzzle& puzzle) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named(bench.engine, puzzle.family());
  request.config.goal = request.engine->complete ? Goal::count : Goal::best;
  request.config.symmetry = bench.symmetry;
  request.config.options = Options(request.engine->options);
  if (bench.node_limit > 0) request.limits.nodes = bench.node_limit;
  const EffortMeter meter;
  BenchMeasurement result;
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

double rate(const BenchMeasurement& m) { return static_cast<double>(m.finished.nodes) / m.cpu_seconds; }

std::string per_node(const BenchMeasurement& m) {
  if (!m.instructions || m.finished.nodes == 0) return "-";
  return fmt::format("{:.1f}", static_cast<double>(*m.instructions) / static_cast<double>(m.finished.nodes));
}

double work_done(const BenchCase& bench, const Finished& finished) {
  for (const Statistic& statistic : finished.statistics.values)
    if (statistic.name == bench.work) return statistic.value;
  return static_cast<double>(finished.nodes);
}

/// Solutions, or what the best board scores.
std::string answer(const Finished& finished) {
  if (finished.best && !finished.distinct) return fmt::format("{}/{}", finished.best->score, finished.best->max_score);
  return grouped(finished.distinct.value_or(0));
}

void print(const BenchCase& bench, const BenchMeasurement& m, bool json) {
  const double pace = work_done(bench, m.finished) / m.cpu_seconds;
  const char* symmetry = bench.symmetry == reduced_tree ? "distinct" : "all";
  if (json) {
    const nlohmann::ordered_json line = {{"event", "bench"},
                                         {"puzzle", bench.puzzle},
                                         {"engine", bench.engine},
                                         {"symmetry", symmetry},
                                         {"nodes", m.finished.nodes},
                                         {"distinct", m.finished.distinct.value_or(0)},
                                         {"best", m.finished.best ? m.finished.best->score : 0},
                                         {"cpu_seconds", m.cpu_seconds},
                                         {"nodes_per_second", pace},
                                         {"instructions_per_node", per_node(m)}};
    fmt::print("{}\n", line.dump());
  } else {
    fmt::print("{:<28}{:<10}{:<9}{:>15}{:>10}{:>10.3f}{:>9.2f}{:>8}  {}\n", bench.puzzle, bench.engine, symmetry,
               grouped(m.finished.nodes), answer(m.finished), m.cpu_seconds, pace / 1e6, per_node(m), bench.why);
  }
  std::fflush(stdout);
}

struct Rivals {
  const char* engine;
  const char* puzzle;
  const char* yardstick;
};

void print_ratio(const Rivals& rivals, double ratio, double bar, bool json) {
  if (json)
    fmt::print("{}\n", nlohmann::ordered_json{{"event", "ratio"},
                                              {"puzzle", rivals.puzzle},
                                              {"engine", rivals.engine},
                                              {"yardstick", rivals.yardstick},
                                              {"ratio", ratio},
                                              {"bar", bar}}
                           .dump());
  else
    fmt::print("{} on {}: {:.2f} times the speed of {} (at least {} is wanted)\n", rivals.engine, rivals.puzzle, ratio,
               rivals.yardstick, bar);
}

/// What scan has to beat, in the same run: the recursive loop that one writes first, with the same tables of candidates
/// and the same compiler flags, on the same tree.
void compare_with_recursion(const BenchMeasurement& scan, bool json) {
  constexpr std::uint64_t nodes = 200'000'000;
  constexpr double bar = 1.6;
  const Puzzle puzzle = load_puzzle(recursion_puzzle);
  const EffortMeter meter;
  BenchMeasurement loop;
  loop.finished.nodes = edge::scan::run_reference_loop(puzzle.edge(), nodes);
  loop.cpu_seconds = meter.cpu_seconds();
  loop.instructions = meter.instructions();
  print({"edge", recursion_puzzle, "recursion", whole_tree, nodes, 0,
         "the straightforward recursive loop, for comparison"},
        loop, json);
  print_ratio({"scan", recursion_puzzle, "the recursive loop"}, rate(scan) / rate(loop), bar, json);
}

/// The same tree again, cut into ranked openings that are made, weighed and walked one by one: what that costs.
bool walk_by_openings(const BenchCase& bench, bool json) {
  const Puzzle puzzle = load_puzzle(bench.puzzle);
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named(bench.engine, puzzle.family());
  request.config.goal = Goal::count;
  request.config.symmetry = bench.symmetry;
  request.config.options = Options(request.engine->options);
  const EffortMeter meter;
  BenchMeasurement result;
  const OpeningSet set = *build_openings(request, {.count = 1000});
  result.finished.nodes = set.top_nodes;
  result.finished.distinct = set.top_distinct;
  const std::vector<bool> none_done(set.openings.size(), false);
  const bool all = solve_openings(set, none_done, 1, stop_on_signals(), [&](const OpeningResult& opening) {
    result.finished.nodes += opening.nodes;
    *result.finished.distinct += opening.distinct;
  });
  if (!all) return false;
  result.finished.status = Status::exhausted;
  result.cpu_seconds = meter.cpu_seconds();
  result.instructions = meter.instructions();
  check_answer(bench, result.finished);
  print({bench.group, bench.puzzle, "openings", bench.symmetry, 0, bench.distinct, "the same tree by ranked openings"},
        result, json);
  return true;
}

/// The puzzle with its first piece laid down where its placements begin: small enough for dlx.
Puzzle with_first_piece_fixed(const char* name) {
  Puzzle puzzle = load_puzzle(name);
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  const std::uint32_t first[] = {0};
  body.hints = packing::layout_of(body, packing::compile_placements(body), first).placements;
  return puzzle;
}

/// What cover has to beat, in the same run: dancing links on the same part of the tree, all symmetric copies in both.
bool compare_with_links(const BenchCase& bench, bool json) {
  constexpr double bar = 8;
  const Puzzle part = with_first_piece_fixed(bench.puzzle);
  BenchMeasurement measured[2];
  for (const bool links : {false, true}) {
    const BenchCase same = {"packing", bench.puzzle, links ? "dlx" : "cover", whole_tree, 0, 0, "one piece fixed"};
    measured[links] = measure(same, part);
    if (measured[links].finished.status == Status::stopped) return false;
    print(same, measured[links], json);
  }
  if (measured[0].finished.solutions != measured[1].finished.solutions)
    throw InternalError(fmt::format("bench: cover and dlx disagree on {} with one piece fixed", bench.puzzle));
  print_ratio({"cover", bench.puzzle, "dlx"}, measured[1].cpu_seconds / measured[0].cpu_seconds, bar, json);
  return true;
}

/// Pieces made from scratch; the pace is in forms, of which there must be the known number.
void measure_enumeration(bool json) {
  constexpr std::uint64_t known = 81'865;  // free ones of nine half triangles, holes allowed
  const EffortMeter meter;
  const auto count =
      polyform::enumerate({LatticeKind::drafter, 9, polyform::Sameness::free, polyform::Selection::all, false}, {});
  BenchMeasurement result;
  result.finished.nodes = count.forms;
  result.finished.distinct = count.forms;
  result.cpu_seconds = meter.cpu_seconds();
  result.instructions = meter.instructions();
  if (count.forms != known) throw InternalError(fmt::format("bench: {} nonadrafters, not {}", count.forms, known));
  print({"packing", "nonadrafters", "enumerate", whole_tree, 0, known, "pieces enumerated, a node is a form"}, result,
        json);
}

int bench(const BenchOptions& options) {
  if (!options.json)
    fmt::print("{:<28}{:<10}{:<9}{:>15}{:>10}{:>10}{:>9}{:>8}  {}\n", "puzzle", "engine", "symmetry", "nodes", "answer",
               "CPU s", "M/s", "ins/nd", "why");
  for (const BenchCase& bench_case : cases) {
    if (options.group != "all" && options.group != bench_case.group) continue;
    if (!options.only.empty() && options.only != bench_case.puzzle) continue;
    const BenchMeasurement measurement = measure(bench_case, load_puzzle(bench_case.puzzle));
    if (measurement.finished.status == Status::stopped) return exit_codes::limit;
    check_answer(bench_case, measurement.finished);
    print(bench_case, measurement, options.json);
    if (bench_case.engine == std::string_view("scan") && bench_case.puzzle == std::string_view(recursion_puzzle))
      compare_with_recursion(measurement, options.json);
    if (bench_case.by_openings && !walk_by_openings(bench_case, options.json)) return exit_codes::limit;
    if (bench_case.against_links && !compare_with_links(bench_case, options.json)) return exit_codes::limit;
  }
  if (options.group != "edge" && (options.only.empty() || options.only == "nonadrafters"))
    measure_enumeration(options.json);
  return exit_codes::answered;
}

}  // namespace

void add_bench(Command program) {
  auto options = std::make_shared<BenchOptions>();
  Command command =
      program.subcommand("bench", "run the fixed set of cases: node counts are the signature, times on one thread");
  command.argument("group", options->group, "edge, packing or all").one_of({"edge", "packing", "all"}).show_default();
  command.option("--only", options->only, "only the cases of this puzzle");
  command.flag("--json", options->json, "print as JSON, one object per line");
  command.on_run([options] { return bench(*options); });
}

}  // namespace tesselle
