#include "search/packing_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/effort.hpp"
#include "engine/dives.hpp"
#include "engine/null_sink.hpp"
#include "puzzle/symmetry.hpp"
#include "run/registry.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::uint32_t min_probes = 200, max_probes = 10'000;
constexpr std::uint32_t boards_to_probe = 150'000;  // probes times depth, if the number of probes is left to us
constexpr std::uint64_t nodes_to_time = 3'000'000, timing_slice = 50'000;
constexpr double seconds_to_time = 0.5;

/// The engine whose tree is probed: the first that accepts the puzzle. Nodes are counted in the tree of the engine that
/// a search would use. The fit needs an engine that always covers a site, so that a node's children are the ways to
/// cover it.
using EngineOrder = std::vector<std::string>;
const EngineOrder probed_engines = {"cover", "fill", "dlx"};
const EngineOrder probed_drafter_engines = {"tile", "cover", "dlx"};
const EngineOrder site_engines = {"tile", "fill"};

struct ProbedEngine {
  const EngineInfo* info = nullptr;
  bool reduced = false;
  std::unique_ptr<Engine> engine;
};

ProbedEngine probed_engine(const Puzzle& puzzle, const EngineInfo& info, SearchSymmetry symmetry) {
  if (!info.reduces_symmetry) symmetry = SearchSymmetry::whole;
  const EngineConfig config{.goal = Goal::count, .symmetry = symmetry, .options = Options(info.options)};
  return {&info, symmetry == SearchSymmetry::reduced, info.make(puzzle, config)};
}

ProbedEngine first_accepting(const Puzzle& puzzle, const EngineOrder& names, SearchSymmetry symmetry) {
  for (std::size_t i = 0; i + 1 < names.size(); ++i) try {
      return probed_engine(puzzle, engine_named(names[i], Family::packing), symmetry);
    } catch (const UsageError&) {  // made for other regions
    }
  return probed_engine(puzzle, engine_named(names.back(), Family::packing), symmetry);
}

ProbedEngine engine_to_probe(const Puzzle& puzzle, const std::string& name) {
  constexpr auto reduced = SearchSymmetry::reduced;
  if (name != "auto") return probed_engine(puzzle, engine_named(name, Family::packing), reduced);
  const bool drafter = puzzle.packing().lattice == LatticeKind::drafter;
  return first_accepting(puzzle, drafter ? probed_drafter_engines : probed_engines, reduced);
}

double timed_speed(const Puzzle& puzzle, const EngineInfo& info, const std::stop_token& stop) {
  const ProbedEngine made = probed_engine(puzzle, info, SearchSymmetry::reduced);
  NullSink sink;
  const EffortMeter effort;
  Advance state = Advance::running;
  while (state == Advance::running && made.engine->progress().nodes < nodes_to_time &&
         effort.cpu_seconds() < seconds_to_time && !stop.stop_requested())
    state = made.engine->advance({timing_slice}, sink);
  const auto nodes = static_cast<double>(made.engine->progress().nodes);
  return std::max(1.0, nodes) / std::max(1e-6, effort.cpu_seconds());
}

/// How many pieces there are and how many the region takes, if all have the same size and none is unlimited.
struct EqualPieces {
  int pieces = 0, region = 0;
};
std::optional<EqualPieces> equal_pieces(const PackingPuzzle& puzzle) {
  std::int64_t pieces = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    if (piece.cells.size() != puzzle.pieces.front().cells.size() || piece.max_copies == PackingPiece::unlimited)
      return std::nullopt;
    pieces += piece.max_copies;
  }
  if (puzzle.pieces.empty() || !puzzle.optional_cells.empty() || pieces > 10'000) return std::nullopt;
  const auto region = static_cast<std::int64_t>(puzzle.region.size() / puzzle.pieces.front().cells.size());
  if (region < 2 || region > pieces) return std::nullopt;
  return EqualPieces{static_cast<int>(pieces), static_cast<int>(region)};
}

std::uint32_t default_probes(const Puzzle& puzzle) {
  const auto equal = equal_pieces(puzzle.packing());
  const auto depth = static_cast<std::uint32_t>(equal ? equal->region : 15);
  return std::clamp(boards_to_probe / depth, min_probes, max_probes);
}

void measure_fit(const Puzzle& puzzle, std::uint64_t seed, const std::stop_token& stop, PackingEstimate& estimate) {
  const auto equal = equal_pieces(puzzle.packing());
  if (!equal || !puzzle.packing().hints.empty()) return;
  try {
    const ProbedEngine sites = first_accepting(puzzle, site_engines, SearchSymmetry::whole);
    DiveSettings settings;
    settings.seed = seed;
    const BranchingCurve curve = dive(*sites.engine, settings, stop);
    estimate.fit = packing::fit_curve(curve, equal->pieces, equal->region);
    if (estimate.fit->stretches.empty()) estimate.fit.reset();
    estimate.site_engine = sites.info->name;
  } catch (const UsageError&) {  // no engine that covers sites takes this puzzle
  }
}

}  // namespace

PackingEstimate estimate_packing(const Puzzle& puzzle, const PackingEstimateOptions& options, std::stop_token stop) {
  const SymmetryGroup group(puzzle);
  const ProbedEngine made = engine_to_probe(puzzle, options.engine);
  PackingEstimate estimate;
  estimate.engine = made.info->name;
  estimate.reduced = made.reduced;
  estimate.probes = options.probes.value_or(default_probes(puzzle));
  const auto copies = [&](const Solution& solution) -> std::uint64_t {
    return made.reduced ? group.orbit_size(solution) : 1;
  };
  estimate.probed = probe_tree(*made.engine, {estimate.probes, options.seed}, copies, stop);
  estimate.speed = options.speed ? *options.speed : timed_speed(puzzle, *made.info, stop);
  measure_fit(puzzle, options.seed, stop, estimate);
  return estimate;
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

}  // namespace tesselle
