#include "tesselle/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/effort.hpp"
#include "base/patience.hpp"
#include "base/readable.hpp"
#include "edge/estimate/estimate.hpp"
#include "edge/tables/path_options.hpp"
#include "engine/null_sink.hpp"
#include "run/registry.hpp"
#include "search/packing_estimate.hpp"
#include "search/profile.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr const char* estimated_engine = "scan";  // edge-matching: the engine that walks paths over the board
constexpr std::uint32_t default_edge_probes = 10'000;
constexpr std::uint64_t max_real_nodes = 200'000'000;
constexpr std::uint64_t real_slice = 1 << 20;
constexpr double seconds_of_measuring = 1;

/// The options of the engine that is estimated.
Options scan_options(const EstimateRequest& request) {
  Options options(engine_named(estimated_engine, Family::edge).options);
  options.set("order", request.order);
  if (!request.path_cells.empty()) options.set("path-cells", request.path_cells);
  return options;
}

std::unique_ptr<Engine> make_scan(const EstimateRequest& request) {
  EngineConfig config{.goal = Goal::count};
  config.options = scan_options(request);
  return engine_named(estimated_engine, Family::edge).make(*request.puzzle, config);
}

/// Nodes per second of processor time that this very search makes on this machine. A long search is faster than its
/// beginning, while the engine gets to know the tree: that part is not measured, unless it is all there is.
double scan_speed(const EstimateRequest& request, const std::stop_token& stop) {
  const auto engine = make_scan(request);
  NullSink sink;
  const EffortMeter effort;
  double from_seconds = 0;
  std::uint64_t from_nodes = 0;
  while (engine->advance({real_slice}, sink) == Advance::running && effort.cpu_seconds() < seconds_of_measuring &&
         !stop.stop_requested())
    if (from_nodes == 0 && effort.cpu_seconds() > seconds_of_measuring / 2) {
      from_seconds = effort.cpu_seconds();
      from_nodes = engine->progress().nodes;
    }
  const auto nodes = static_cast<double>(engine->progress().nodes - from_nodes);
  return std::max(1.0, nodes) / std::max(1e-6, effort.cpu_seconds() - from_seconds);
}

/// The nodes per depth of a whole search, unless it is longer than what can be done while one waits.
void search_really(const EstimateRequest& request, const std::stop_token& stop, Estimate& estimate) {
  const auto engine = make_scan(request);
  NullSink sink;
  Advance state = Advance::running;
  while (state == Advance::running && engine->progress().nodes < max_real_nodes && !stop.stop_requested())
    state = engine->advance({std::min(real_slice, max_real_nodes - engine->progress().nodes)}, sink);
  if (state == Advance::exhausted) {
    const auto profile = engine->statistics().nodes_per_depth;
    estimate.real = RealTree{"real search", {profile.begin(), profile.end()}};
  } else if (stop.stop_requested()) {
    estimate.complete = false;
  } else {
    estimate.remarks.push_back(
        fmt::format("the real search is longer than {} nodes and was left out", grouped(max_real_nodes)));
  }
}

/// Where the run did not walk the tree that is estimated, a remark says so.
void read_reference_run(const EstimateRequest& request, Estimate& estimate) {
  const Profile run = read_profile(request.run->string(), *request.puzzle);
  estimate.real =
      RealTree{fmt::format("run of {}{}", run.engine, run.complete ? "" : ", unfinished"), run.nodes_per_depth};
  if (run.reduced)
    estimate.remarks.push_back(
        "the run fixed the rotation of the board, the estimates do not: expect a fraction of them");
  if (!run.order.empty() && run.order != request.order)
    estimate.remarks.push_back(fmt::format("the run went by {}, the estimates are for {}", run.order, request.order));
}

ExpectedTree expected_tree(const edge::TreeEstimate& tree) {
  return {tree.per_depth, tree.nodes, tree.nodes_error, tree.solutions, tree.solutions_error};
}

Estimate estimate_edge(const EstimateRequest& request, const std::stop_token& stop) {
  if (request.engine != "auto") throw UsageError("--engine: only for packing puzzles; edge-matching has --order");
  const EdgePuzzle& puzzle = request.puzzle->edge();
  const edge::Path path = edge::chosen_path(puzzle, scan_options(request));
  Estimate result;
  result.engine = estimated_engine;
  result.order = request.order;
  result.seed = request.seed;
  result.probes = request.probes.value_or(default_edge_probes);
  if (request.run) read_reference_run(request, result);
  result.model = expected_tree(edge::model_tree(puzzle, path));
  const auto probed = edge::probe_tree(puzzle, path, {.probes = result.probes, .seed = request.seed}, stop);
  result.complete = probed.complete;
  static_cast<ExpectedTree&>(result.probed) = expected_tree(probed);
  result.probed.groups = probed.groups;
  result.probed.groups_at_end = probed.groups_at_end;
  result.nodes_per_second = request.nodes_per_second ? *request.nodes_per_second : scan_speed(request, stop);
  if (request.real) search_really(request, stop, result);
  return result;
}

SampledTree sampled_tree(const ProbedTree& tree) {
  SampledTree result;
  static_cast<ExpectedTree&>(result) = {tree.nodes_per_depth, tree.nodes, tree.nodes_error, tree.solutions,
                                        tree.solutions_error};
  result.solutions_seen = tree.solutions_seen;
  result.nodes_walked = tree.nodes_walked;
  result.exact = tree.whole;
  return result;
}

ExpectedFit expected_fit(const packing::FitCurve& curve, const std::string& engine) {
  const packing::FitModel model = curve.model();
  ExpectedFit fit;
  fit.engine = engine;
  fit.pieces = curve.pieces;
  fit.region = curve.region;
  fit.p = model.p;
  fit.log10_tilings = curve.log10_tilings();
  fit.critical_size = model.critical_size();
  fit.log10_nodes_per_depth = model.log10_nodes_per_depth(curve.pieces, curve.region);
  for (const auto& s : curve.stretches) fit.stretches.push_back({s.first, s.last, s.p, s.samples, s.dead});
  return fit;
}

Estimate estimate_packing_request(const EstimateRequest& request, const std::stop_token& stop) {
  if (request.real) throw UsageError("--real: only for edge-matching puzzles; tesselle count walks the whole tree");
  if (request.run) throw UsageError("--run: only for edge-matching puzzles");
  const PackingEstimate packing = estimate_packing(
      *request.puzzle,
      {.engine = request.engine, .probes = request.probes, .seed = request.seed, .speed = request.nodes_per_second},
      stop);
  Estimate result;
  result.engine = packing.engine;
  result.reduced = packing.reduced;
  result.probes = packing.probes;
  result.seed = request.seed;
  result.nodes_per_second = packing.speed;
  result.probed = sampled_tree(packing.probed);
  if (packing.fit) result.fit = expected_fit(*packing.fit, packing.site_engine);
  result.complete = packing.probed.complete;
  return result;
}

}  // namespace

Estimate estimate(const EstimateRequest& request, std::stop_token stop) {
  if (!request.puzzle) throw UsageError("an estimate needs a puzzle");
  const bool edge = request.puzzle->family() == Family::edge;
  try {
    const Patience patience([&] { return stop.stop_requested(); });
    return edge ? estimate_edge(request, stop) : estimate_packing_request(request, stop);
  } catch (const OutOfPatience&) {
    Estimate nothing;
    nothing.engine = request.engine;
    nothing.seed = request.seed;
    nothing.nodes_per_second = 1;
    if (edge) nothing.model.emplace();
    nothing.remarks.push_back("the tables of the search were still being made");
    nothing.complete = false;
    return nothing;
  }
}

const std::vector<std::string>& estimate_orders() { return edge::path_names(); }

}  // namespace tesselle
