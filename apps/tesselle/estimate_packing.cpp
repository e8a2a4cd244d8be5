#include "estimate_packing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/effort.hpp"
#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "puzzle/symmetry.hpp"
#include "render/chart.hpp"
#include "reporter.hpp"
#include "run/registry.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

constexpr std::uint32_t most_probes = 10'000;
constexpr std::uint32_t boards_to_probe = 150'000;  // probes times depth, if the number of probes is left to us
constexpr std::uint64_t nodes_to_time = 3'000'000;
constexpr double seconds_to_time = 0.5;

struct MadeEngine {
  const EngineInfo* info = nullptr;
  bool reduced = false;
  std::unique_ptr<Engine> engine;
};

MadeEngine make(const Puzzle& puzzle, const EngineInfo& info, bool reduce) {
  const bool reduced = reduce && info.reduces_symmetry;
  EngineConfig config{.goal = Goal::count,
                      .symmetry = reduced ? SearchSymmetry::reduced : SearchSymmetry::whole,
                      .options = Options(info.options)};
  return {&info, reduced, info.make(puzzle, config)};
}

/// The first of these engines that accepts the puzzle.
MadeEngine first_willing(const Puzzle& puzzle, const std::vector<std::string>& names, bool reduce) {
  for (std::size_t i = 0; i + 1 < names.size(); ++i) try {
      return make(puzzle, engine_named(names[i], Family::packing), reduce);
    } catch (const UsageError&) {  // made for other regions
    }
  return make(puzzle, engine_named(names.back(), Family::packing), reduce);
}

MadeEngine engine_for(const Puzzle& puzzle, const std::string& name) {
  if (name != "auto") return make(puzzle, engine_named(name, Family::packing), true);
  if (puzzle.packing().lattice == LatticeKind::drafter) return first_willing(puzzle, {"tile", "cover", "dlx"}, true);
  return first_willing(puzzle, {"cover", "fill", "dlx"}, true);
}

/// Engines that always cover a site, so that a node's children are the ways to do it.
MadeEngine site_engine_for(const Puzzle& puzzle) { return first_willing(puzzle, {"tile", "fill"}, false); }

struct NullSink final : SolutionSink {
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }
};

double measured_speed(const Puzzle& puzzle, const EngineInfo& info) {
  MadeEngine made = make(puzzle, info, true);
  NullSink sink;
  const EffortMeter effort;
  Advance state = Advance::running;
  while (state == Advance::running && made.engine->progress().nodes < nodes_to_time &&
         effort.cpu_seconds() < seconds_to_time && !stop_on_signals())
    state = made.engine->advance({50'000}, sink);
  return static_cast<double>(made.engine->progress().nodes) / std::max(effort.cpu_seconds(), 1e-6);
}

/// How many pieces there are and how many the region takes, if all have the same size and an end.
std::optional<std::pair<int, int>> equal_pieces(const PackingPuzzle& puzzle) {
  std::int64_t pieces = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    if (piece.cells.size() != puzzle.pieces.front().cells.size() || piece.max_copies == PackingPiece::unlimited)
      return std::nullopt;
    pieces += piece.max_copies;
  }
  if (puzzle.pieces.empty() || !puzzle.optional_cells.empty() || pieces > 10'000) return std::nullopt;
  const auto region = static_cast<std::int64_t>(puzzle.region.size() / puzzle.pieces.front().cells.size());
  if (region < 2 || region > pieces) return std::nullopt;
  return std::pair(static_cast<int>(pieces), static_cast<int>(region));
}

std::uint32_t default_probes(const Puzzle& puzzle) {
  const auto equal = equal_pieces(puzzle.packing());
  const auto depth = static_cast<std::uint32_t>(equal ? equal->second : 15);
  return std::clamp(boards_to_probe / depth, 200u, most_probes);
}

void measure_fit(const Puzzle& puzzle, const PackingEstimateOptions& options, PackingEstimate& estimate) {
  const auto equal = equal_pieces(puzzle.packing());
  if (!equal || !puzzle.packing().hints.empty()) return;
  try {
    const MadeEngine sites = site_engine_for(puzzle);
    DiveSettings settings;
    settings.seed = options.seed;
    const BranchingCurve curve = dive(*sites.engine, settings, stop_on_signals());
    estimate.fit = packing::fit_curve(curve, equal->first, equal->second);
    if (estimate.fit->stretches.empty()) estimate.fit.reset();
    estimate.site_engine = sites.info->name;
  } catch (const UsageError&) {  // no engine that covers sites takes this puzzle
  }
}

// --- presentation --------------------------------------------------------------------------------------------------

std::string with_interval(double value, double error, bool exact) {
  if (exact) return fmt::format("{:.0f} (exactly)", value);
  return fmt::format("{:.4g} ± {:.2g} (95 %)", value, 1.96 * error);
}

std::string readable_power(double log10) {
  return std::abs(log10) < 5 ? fmt::format("{:.3g}", std::pow(10, log10)) : fmt::format("10^{:.1f}", log10);
}

void print_depths(const PackingEstimate& estimate) {
  const auto& nodes = estimate.probed.nodes_per_depth;
  const auto model = estimate.fit
                         ? estimate.fit->model().log10_nodes_per_depth(estimate.fit->pieces, estimate.fit->region)
                         : std::vector<double>();
  fmt::print("{:>6} {:>12} {:>12}{}\n", "depth", "probes", "branching", model.empty() ? "" : "        model");
  const std::size_t depths = std::max(nodes.size(), model.size()), step = depths > 40 ? 10 : 1;
  for (std::size_t d = 0; d < depths; d += d == 0 && step > 1 ? step - 1 : step) {
    const std::string probed = d < nodes.size() ? fmt::format("{:.4g}", nodes[d]) : "";
    const std::string branching = d < nodes.size() ? fmt::format("{:.2f}", nodes[d] / (d == 0 ? 1 : nodes[d - 1])) : "";
    fmt::print("{:>6} {:>12} {:>12} {:>12}\n", d + 1, probed, branching,
               d < model.size() ? readable_power(model[d]) : "");
  }
}

void print_fit(const PackingEstimate& estimate) {
  const packing::FitCurve& fit = *estimate.fit;
  fmt::print("\nfit probability, by dives into the tree of {} (ways to cover a site, per piece left):\n",
             estimate.site_engine);
  fmt::print("{:>15} {:>9} {:>9} {:>10}\n", "pieces placed", "states", "p", "dead ends");
  for (const auto& stretch : fit.stretches)
    fmt::print("{:>15} {:>9} {:>9.4f} {:>8.0f} %\n", fmt::format("{} to {}", stretch.first, stretch.last),
               stretch.samples, stretch.p, 100.0 * stretch.dead / stretch.samples);
  const packing::FitModel model = fit.model();
  fmt::print("model : p = {:.4f}; {} pieces tile {} in about {} ways", model.p, fit.pieces, fit.region,
             readable_power(fit.log10_tilings()));
  if (const auto critical = model.critical_size()) fmt::print("; critical size {}", *critical);
  fmt::print("\n");
}

void print_text(const PackingEstimate& estimate) {
  const ProbedTree& tree = estimate.probed;
  fmt::print("engine {}{}, {} probes, {} nodes walked\n", estimate.engine,
             estimate.reduced ? ", one board of each that are symmetric" : "", grouped(estimate.probes),
             grouped(tree.nodes_walked));
  print_depths(estimate);
  if (estimate.fit) print_fit(estimate);
  fmt::print("probes: {} nodes, {} solutions, about {} at {:.3g} nodes per second\n",
             with_interval(tree.nodes, tree.nodes_error, tree.whole),
             with_interval(tree.solutions, tree.solutions_error, tree.whole),
             readable_seconds(tree.nodes / estimate.speed), estimate.speed);
  if (!tree.whole && tree.solutions_seen == 0)
    fmt::print("no probe met a solution: there may be none, or they are rarer than 1 in {:.2g} of the last nodes\n",
               static_cast<double>(estimate.probes));
  if (!tree.complete) fmt::print("stopped: these numbers come from fewer probes\n");
}

void print_json(const Puzzle& puzzle, const PackingEstimateOptions& options, const PackingEstimate& estimate) {
  const ProbedTree& tree = estimate.probed;
  nlohmann::ordered_json line = {{"event", "estimate"},
                                 {"puzzle", puzzle.name},
                                 {"engine", estimate.engine},
                                 {"symmetry", estimate.reduced ? "distinct" : "all"},
                                 {"probes", estimate.probes},
                                 {"seed", options.seed},
                                 {"speed", estimate.speed},
                                 {"probed",
                                  {{"nodes_per_depth", tree.nodes_per_depth},
                                   {"nodes", tree.nodes},
                                   {"nodes_error", tree.nodes_error},
                                   {"solutions", tree.solutions},
                                   {"solutions_error", tree.solutions_error},
                                   {"solutions_seen", tree.solutions_seen},
                                   {"exact", tree.whole},
                                   {"complete", tree.complete},
                                   {"seconds", tree.nodes / estimate.speed}}}};
  if (estimate.fit) {
    const packing::FitModel model = estimate.fit->model();
    nlohmann::ordered_json stretches = nlohmann::ordered_json::array();
    for (const auto& s : estimate.fit->stretches)
      stretches.push_back({{"first", s.first}, {"last", s.last}, {"p", s.p}, {"states", s.samples}, {"dead", s.dead}});
    line["model"] = {{"engine", estimate.site_engine},
                     {"pieces", estimate.fit->pieces},
                     {"region", estimate.fit->region},
                     {"p", model.p},
                     {"log10_tilings", estimate.fit->log10_tilings()},
                     {"critical_size", model.critical_size().value_or(0)},
                     {"stretches", stretches}};
  }
  fmt::print("{}\n", line.dump());
}

render::Chart nodes_chart(const PackingEstimate& estimate) {
  render::Chart chart{"Nodes per depth", "pieces placed", "nodes", {{"probes", {}}}, true};
  for (std::size_t d = 0; d < estimate.probed.nodes_per_depth.size(); ++d)
    chart.series[0].points.push_back({static_cast<double>(d + 1), std::log10(estimate.probed.nodes_per_depth[d])});
  if (!estimate.fit) return chart;
  render::Series model{"model", {}};
  const auto nodes = estimate.fit->model().log10_nodes_per_depth(estimate.fit->pieces, estimate.fit->region);
  for (std::size_t d = 0; d < nodes.size(); ++d) model.points.push_back({static_cast<double>(d + 1), nodes[d]});
  chart.series.push_back(std::move(model));
  return chart;
}

}  // namespace

std::string packing_estimate_svg(const Puzzle& puzzle, const PackingEstimate& estimate) {
  std::vector<render::Picture> pictures = {render::chart_picture(nodes_chart(estimate))};
  if (estimate.fit) {
    pictures.push_back(render::chart_picture(fit_chart(*estimate.fit)));
    pictures.push_back(render::chart_picture(size_chart({{"measured", estimate.fit->model()}}, estimate.fit->region)));
  }
  return render::document(render::stacked(pictures, 30), fmt::format("{}: what a search has to expect", puzzle.name),
                          16);
}

render::Chart fit_chart(const packing::FitCurve& fit) {
  render::Chart chart{
      "Fit probability", "pieces placed", "ways to cover a site, per piece left", {{"sites of partial tilings", {}}}};
  for (const auto& s : fit.stretches) chart.series[0].points.push_back({(s.first + s.last) / 2.0, s.p});
  const double p = fit.model().p;
  chart.series.push_back({fmt::format("p = {:.4f}", p), {{0, p}, {static_cast<double>(fit.region), p}}});
  chart.y_low = 0;
  return chart;
}

render::Chart size_chart(const std::vector<NamedModel>& models, int largest) {
  render::Chart chart{"Expected tilings of n pieces' area by n pieces", "n", "tilings", {}, true};
  int end = largest;
  for (const auto& [name, model] : models) end = std::max(end, model.critical_size().value_or(0) * 3 / 2);
  for (const auto& [name, model] : models) {
    render::Series series{fmt::format("{}, p = {:.4f}", name, model.p), {{0, 0}}};
    for (int n = 1; n <= end; ++n) series.points.push_back({static_cast<double>(n), model.log10_tilings(n)});
    chart.series.push_back(std::move(series));
  }
  if (const auto critical = models.front().model.critical_size()) {
    chart.mark = Point{static_cast<double>(*critical), 0};
    chart.mark_label = fmt::format("critical size {}", *critical);
  }
  return chart;
}

PackingEstimate estimate_packing(const Puzzle& puzzle, const PackingEstimateOptions& options) {
  const SymmetryGroup group(puzzle);
  MadeEngine made = engine_for(puzzle, options.engine);
  PackingEstimate estimate;
  estimate.engine = made.info->name;
  estimate.reduced = made.reduced;
  estimate.probes = options.probes.value_or(default_probes(puzzle));
  const auto copies = [&](const Solution& solution) -> std::uint64_t {
    return made.reduced ? group.orbit_size(solution) : 1;
  };
  estimate.probed = probe_tree(*made.engine, {estimate.probes, options.seed}, copies, stop_on_signals());
  estimate.speed = options.speed ? *options.speed : measured_speed(puzzle, *made.info);
  measure_fit(puzzle, options, estimate);
  return estimate;
}

int report_packing_estimate(const Puzzle& puzzle, const PackingEstimateOptions& options) {
  const PackingEstimate estimate = estimate_packing(puzzle, options);
  if (options.json)
    print_json(puzzle, options, estimate);
  else
    print_text(estimate);
  if (options.plot) write_file_atomically(*options.plot, packing_estimate_svg(puzzle, estimate));
  return estimate.probed.complete ? exit_codes::answered : exit_codes::limit;
}

}  // namespace tesselle
