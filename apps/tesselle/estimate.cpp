#include "edge/estimate/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/effort.hpp"
#include "base/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "estimate_packing.hpp"
#include "formats/formats.hpp"
#include "profile.hpp"
#include "render/chart.hpp"
#include "reporter.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

struct EstimateOptions {
  std::string puzzle;
  std::string order = "rowscan";
  std::uint32_t probes = 10'000;
  std::uint64_t seed = 1;
  std::optional<double> speed;
  bool json = false, real = false;
  bool probes_given = false;
  std::optional<std::string> plot, run;
  std::string engine = "auto";
};

PackingEstimateOptions for_packing(const EstimateOptions& options) {
  if (options.real) throw UsageError("--real: only for edge-matching puzzles; tesselle count walks the whole tree");
  if (options.run) throw UsageError("--run: only for edge-matching puzzles");
  PackingEstimateOptions packing{
      .engine = options.engine, .seed = options.seed, .json = options.json, .plot = options.plot};
  if (options.probes_given) packing.probes = options.probes;
  packing.speed = options.speed;
  return packing;
}

struct Estimates {
  edge::TreeEstimate model, probed;
  std::vector<double> real;  ///< empty if it was not asked for, or took too long
  std::string real_name = "real search";
  double speed = 0;  ///< nodes per second
};

constexpr std::uint64_t most_real_nodes = 200'000'000;
constexpr double seconds_to_measure_speed = 1;

struct Ignore final : SolutionSink {
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }
};

std::unique_ptr<Engine> make_scan(const Puzzle& puzzle, const EstimateOptions& options) {
  const EngineInfo& scan = engine_named("scan", Family::edge);
  EngineConfig config{.goal = Goal::count};
  config.options = Options(scan.options);
  config.options.set("order", options.order);
  return scan.make(puzzle, config);
}

/// The nodes per depth of a whole search, unless it is longer than what can be done while one waits.
std::vector<double> real_profile(const Puzzle& puzzle, const EstimateOptions& options) {
  const auto engine = make_scan(puzzle, options);
  Ignore sink;
  if (engine->advance({most_real_nodes}, sink) != Advance::exhausted) return {};
  const auto profile = engine->statistics().nodes_per_depth;
  return {profile.begin(), profile.end()};
}

/// Nodes per second of processor time that this very search makes on this machine. A long search is faster than its
/// beginning, while the engine gets to know the tree: that part is not measured, unless it is all there is.
double measured_speed(const Puzzle& puzzle, const EstimateOptions& options) {
  constexpr std::uint64_t slice = 1 << 20;
  const auto engine = make_scan(puzzle, options);
  Ignore sink;
  const EffortMeter effort;
  double from_seconds = 0;
  std::uint64_t from_nodes = 0;
  while (engine->advance({slice}, sink) == Advance::running && effort.cpu_seconds() < seconds_to_measure_speed)
    if (from_nodes == 0 && effort.cpu_seconds() > seconds_to_measure_speed / 2) {
      from_seconds = effort.cpu_seconds();
      from_nodes = engine->progress().nodes;
    }
  const auto nodes = static_cast<double>(engine->progress().nodes - from_nodes);
  return std::max(1.0, nodes) / std::max(1e-6, effort.cpu_seconds() - from_seconds);
}

std::vector<double> at_least_one(std::vector<double> nodes) {
  for (double& n : nodes)
    if (n < 1) n = 0;
  return nodes;
}

std::string with_error(double value, double error) {
  return error > 0 ? fmt::format("{:.4g} ± {:.2g} (95 %)", value, 1.96 * error) : fmt::format("{:.4g}", value);
}

/// A sample that saw no solution does not tell that there is none.
std::string solutions_text(const edge::TreeEstimate& e) {
  if (e.groups > 0 && e.groups_at_end == 0) return "no probe reached the end";
  std::string text = with_error(e.solutions, e.solutions_error) + " solutions";
  if (e.groups_at_end < e.groups)
    text += fmt::format(" (only {} of {} groups of probes reached the end)", e.groups_at_end, e.groups);
  return text;
}

void print_table(const Estimates& estimates) {
  const bool real = !estimates.real.empty();
  fmt::print("{:>6} {:>12} {:>12}{}\n", "depth", "model", "probes", real ? "         real" : "");
  for (std::size_t d = 0; d < estimates.model.per_depth.size(); ++d)
    fmt::print("{:>6} {:>12.4g} {:>12.4g}{}\n", d + 1, estimates.model.per_depth[d], estimates.probed.per_depth[d],
               d < estimates.real.size() ? fmt::format(" {:>12.0f}", estimates.real[d]) : "");
  const auto print_sums = [&](const char* name, const edge::TreeEstimate& e) {
    fmt::print("{}: {} nodes, {}, about {} at {:.3g} nodes per second\n", name, with_error(e.nodes, e.nodes_error),
               solutions_text(e), readable_seconds(e.nodes / estimates.speed), estimates.speed);
  };
  print_sums("model ", estimates.model);
  print_sums("probes", estimates.probed);
}

void print_json(const Puzzle& puzzle, const Estimates& estimates, const EstimateOptions& options) {
  const auto to_json = [&](const edge::TreeEstimate& e) {
    return nlohmann::json{{"nodes_per_depth", e.per_depth},       {"nodes", e.nodes},
                          {"nodes_error", e.nodes_error},         {"solutions", e.solutions},
                          {"solutions_error", e.solutions_error}, {"seconds", e.nodes / estimates.speed}};
  };
  nlohmann::json line = {{"event", "estimate"},
                         {"puzzle", puzzle.name},
                         {"order", options.order},
                         {"probes", options.probes},
                         {"seed", options.seed},
                         {"nodes_per_second", estimates.speed},
                         {"model", to_json(estimates.model)},
                         {"probed", to_json(estimates.probed)}};
  line["probed"]["groups"] = estimates.probed.groups;
  line["probed"]["groups_at_end"] = estimates.probed.groups_at_end;
  if (!estimates.real.empty()) line["real"] = {{"nodes_per_depth", estimates.real}};
  fmt::print("{}\n", line.dump());
}

std::string draw(const Puzzle& puzzle, const Estimates& estimates) {
  const std::size_t depths = std::max(estimates.model.per_depth.size(), estimates.real.size());
  const std::size_t step = depths / 12 + 1;
  render::Chart chart{fmt::format("{}: nodes per depth", puzzle.name), "pieces placed", "nodes", {}, true};
  chart.y_low = 0;
  for (std::size_t d = 0; d < depths; ++d) chart.columns.push_back(d % step == 0 ? std::to_string(d + 1) : "");
  const auto add = [&](const std::string& name, const std::vector<double>& nodes, render::Rgb colour,
                       render::Series::Drawn drawn) {
    chart.series.push_back({name, render::logarithms(at_least_one(nodes)), drawn, colour});
  };
  using Drawn = render::Series::Drawn;
  if (!estimates.real.empty()) add(estimates.real_name, estimates.real, {200, 214, 229}, Drawn::bars);
  add("model", estimates.model.per_depth, {211, 84, 0}, Drawn::line);
  add("probes", estimates.probed.per_depth, {36, 113, 163}, Drawn::line);
  return render::document(render::chart_picture(chart), chart.title, 16);
}

/// What the run was is said where it is not the tree that is estimated.
void take_run(const Puzzle& puzzle, const EstimateOptions& options, Estimates& estimates) {
  const Profile run = read_profile(*options.run, puzzle);
  estimates.real = run.nodes_per_depth;
  estimates.real_name = fmt::format("run of {}{}", run.engine, run.complete ? "" : ", unfinished");
  if (run.reduced)
    fmt::print(stderr, "the run fixed the rotation of the board, the estimates do not: expect a fraction of them\n");
  if (!run.order.empty() && run.order != options.order)
    fmt::print(stderr, "the run went by {}, the estimates are for {}\n", run.order, options.order);
}

int estimate(const EstimateOptions& options) {
  const Puzzle puzzle = load_puzzle(options.puzzle);
  if (puzzle.family() == Family::packing) return report_packing_estimate(puzzle, for_packing(options));
  if (options.engine != "auto") throw UsageError("--engine: only for packing puzzles; edge-matching has --order");
  const edge::Path path = edge::path_named(puzzle.edge(), options.order);
  Estimates estimates;
  estimates.model = edge::model_tree(puzzle.edge(), path);
  estimates.probed = edge::probe_tree(puzzle.edge(), path, {.probes = options.probes, .seed = options.seed});
  estimates.speed = options.speed ? *options.speed : measured_speed(puzzle, options);
  if (options.real) estimates.real = real_profile(puzzle, options);
  if (options.run) take_run(puzzle, options, estimates);
  if (options.json)
    print_json(puzzle, estimates, options);
  else
    print_table(estimates);
  if (options.real && estimates.real.empty())
    fmt::print(stderr, "the real search is longer than {} nodes and was left out\n", grouped(most_real_nodes));
  if (options.plot) write_file_atomically(*options.plot, draw(puzzle, estimates));
  return exit_codes::answered;
}

}  // namespace

void add_estimate(Command program) {
  auto options = std::make_shared<EstimateOptions>();
  Command command = program.subcommand("estimate", "expected nodes per depth, solutions and time, before you start");
  command.argument("puzzle", options->puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--order", options->order, "the path over the board").one_of(edge::path_names()).show_default();
  Option probes =
      command.option("--probes", options->probes, "random probes of the tree").range(1u, 10'000'000u).show_default();
  command.option("--seed", options->seed, "seed of the probes").show_default();
  command.option("--speed", options->speed, "nodes per second, for the time (default: a short run of scan)")
      .range(1.0, 1e15);
  Option real =
      command.flag("--real", options->real, "also search the whole tree, if it is not too large, and show its profile");
  command.option("--run", options->run, "show the profile of a run beside it, from count --profile FILE")
      .value("FILE")
      .excludes(real);
  command.flag("--json", options->json, "print one JSON object");
  command.option("--plot", options->plot, "draw nodes per depth, as SVG").value("FILE");
  command.option("--engine", options->engine, "packing puzzles: whose tree is probed").show_default();
  command.on_run([options, probes] {
    options->probes_given = probes.given();
    return estimate(*options);
  });
}

}  // namespace tesselle
