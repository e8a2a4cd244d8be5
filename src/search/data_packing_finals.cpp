#include "search/data_packing_finals.hpp"

#include <algorithm>
#include <cmath>

#include "base/clock.hpp"
#include "base/effort.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/patience.hpp"
#include "packing/finals/calibration.hpp"
#include "packing/finals/expectation.hpp"
#include "packing/finals/forecast.hpp"
#include "packing/finals/preparation.hpp"
#include "packing/finals/proposal.hpp"
#include "packing/finals/region_walker.hpp"
#include "run/thread_pool.hpp"
#include "search/solution_files.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

using packing::finals::FinalsData;
using packing::finals::RegionFinals;

/// Seconds between two saves of a long list.
constexpr double finals_saved_every = 60;

const PackingPuzzle& board_with_regions(const Puzzle& puzzle) {
  if (puzzle.family() != Family::packing) throw UsageError("finals: this is not a packing puzzle");
  return puzzle.packing();
}

FinalsRegionSummary summary_of_region(const PackingPuzzle& drafter, const FinalsData& data,
                                      const RegionFinals& region) {
  FinalsRegionSummary summary;
  summary.sides = region.hexagon.sides();
  summary.pieces = packing::finals::pieces_of(drafter, region.hexagon);
  summary.symmetries = region.hexagon.symmetries();
  if (!region.values.empty()) {
    const auto [low, high] = std::minmax_element(region.values.begin(), region.values.end());
    summary.hardest = *low;
    summary.easiest = *high;
  }
  summary.sets = data.sets_of(region);
  summary.parts_done = region.parts_done;
  summary.parts = region.parts;
  if (region.listed()) summary.parity = packing::finals::parity_conditions(data, region);
  return summary;
}

PackingFinalsSummary summary_of_sets(const Puzzle& puzzle, const PackingPuzzle& drafter, const FinalsData& data) {
  PackingFinalsSummary summary{puzzle.name, data.pool.size(), data.learned(), data.listed(), {}};
  for (const RegionFinals& region : data.regions) summary.regions.push_back(summary_of_region(drafter, data, region));
  return summary;
}

std::vector<packing::finals::Hexagon> regions_asked_for(const PackingPuzzle& drafter,
                                                        const PackingFinalsRequest& request) {
  if (request.shapes) return packing::finals::read_hexagons(read_file(*request.shapes), request.shapes->string());
  if (request.smallest > request.largest) throw UsageError("finals: --smallest is larger than --largest");
  const auto model = packing::tileability::model_named(request.model);
  return packing::finals::propose_regions(drafter, model,
                                          {request.regions, request.smallest, request.largest, request.seed});
}

FinalsData data_to_go_on_with(const Puzzle& puzzle, const PackingPuzzle& drafter, const PackingFinalsRequest& request,
                              const std::stop_token& stop) {
  const Patience patience([&] { return stop.stop_requested(); });  // proposing regions takes seconds
  if (std::filesystem::exists(request.out)) return packing::finals::load_finals(request.out.string(), puzzle);
  FinalsData data;
  for (const auto& hexagon : regions_asked_for(drafter, request)) data.regions.push_back({hexagon, {}, {}, 0, 0});
  packing::finals::check_regions(drafter, data.regions);
  return data;
}

Json region_json(const FinalsRegionSummary& region) {
  Json sides = Json::list();
  for (const int side : region.sides) sides.push_back(side);
  return {{"sides", sides},
          {"pieces", region.pieces},
          {"symmetries", region.symmetries},
          {"hardest", region.hardest},
          {"easiest", region.easiest},
          {"sets", region.sets},
          {"parts_done", region.parts_done},
          {"parts", region.parts},
          {"parity", region.parity}};
}

enum class Until { learned, listed };

std::optional<PackingFinalsSummary> prepare_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                                   Until until, const OnPackingFinals& on_progress,
                                                   const std::stop_token& stop) try {
  require_folder(request.out);
  const PackingPuzzle drafter = packing::finals::puzzle_for_finals(board_with_regions(puzzle));
  FinalsData data = data_to_go_on_with(puzzle, drafter, request, stop);
  const unsigned threads = request.threads == 0 ? default_threads() : request.threads;
  ThreadPool pool(threads);
  packing::finals::ValueSettings settings;
  settings.samples = static_cast<double>(request.samples);
  packing::finals::Preparation preparation(drafter, data, settings, request.pool, threads);
  const auto save = [&] {
    preparation.settle();
    packing::finals::save_finals(request.out.string(), puzzle, data);
    if (on_progress) on_progress(summary_of_sets(puzzle, drafter, data));
  };
  const auto done = [&] { return until == Until::learned ? preparation.learned() : preparation.done(); };
  Stopwatch since_saved;
  while (!done() && !stop.stop_requested()) {
    preparation.work(pool.parallel_for());
    if (since_saved.seconds() < finals_saved_every) continue;
    save();
    since_saved = Stopwatch();
  }
  save();
  return summary_of_sets(puzzle, drafter, data);
} catch (const OutOfPatience&) {
  return std::nullopt;
}

}  // namespace

std::optional<PackingFinalsSummary> learn_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                                         const OnPackingFinals& on_progress,
                                                         const std::stop_token& stop) {
  return prepare_finals(puzzle, request, Until::learned, on_progress, stop);
}

std::optional<PackingFinalsSummary> build_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                                         const OnPackingFinals& on_progress,
                                                         const std::stop_token& stop) {
  return prepare_finals(puzzle, request, Until::listed, on_progress, stop);
}

PackingFinalsSummary read_packing_finals(const Puzzle& puzzle, const std::filesystem::path& file) {
  const PackingPuzzle drafter = packing::finals::puzzle_for_finals(board_with_regions(puzzle));
  return summary_of_sets(puzzle, drafter, packing::finals::load_finals(file.string(), puzzle));
}

std::string packing_finals_json(const PackingFinalsSummary& summary) {
  Json regions = Json::list();
  for (const FinalsRegionSummary& region : summary.regions) regions.push_back(region_json(region));
  return Json{{"event", "packing_finals"},  {"puzzle", summary.puzzle}, {"pool", summary.pool},
              {"learned", summary.learned}, {"listed", summary.listed}, {"regions", regions}}
      .dump();
}

std::optional<double> FinalsForecast::cpu_hours_per_tiling() const {
  return expected > 0 ? std::optional(cpu_seconds / 3600 / expected) : std::nullopt;
}

FinalsForecast forecast_packing_finals(const Puzzle& puzzle, const FinalsForecastRequest& request,
                                       const std::stop_token& stop) {
  constexpr double noise_of_further_runs = 0.3;  // as the engine's; the same beam would find the same
  const PackingPuzzle drafter = packing::finals::puzzle_for_finals(board_with_regions(puzzle));
  FinalsData data = packing::finals::load_finals(request.file.string(), puzzle);
  if (!data.learned()) throw UsageError("finals forecast: the values of pieces are not learned yet (finals learn)");
  const auto model = packing::tileability::model_named(request.model);
  const double parity = packing::finals::log_parity_factor(data, packing::finals::required_pieces(drafter));
  if (request.pool != 0) data.pool = packing::finals::easiest_pieces(data.regions, request.pool);
  packing::beam::BeamSettings beam;
  beam.width = request.width;
  beam.slots = request.threads == 0 ? default_threads() : request.threads;
  ThreadPool pool(static_cast<unsigned>(beam.slots));

  FinalsForecast forecast;
  forecast.puzzle = puzzle.name;
  forecast.pool = data.pool.empty() ? drafter.pieces.size() : data.pool.size();
  forecast.width = request.width;
  forecast.parity_factor = std::exp(parity);
  const CpuStopwatch cpu;
  for (; forecast.runs < request.runs && !stop.stop_requested(); ++forecast.runs) {
    beam.seed = request.seed + static_cast<std::uint64_t>(forecast.runs);
    beam.noise = forecast.runs == 0 ? 0 : noise_of_further_runs;
    const auto run = packing::finals::forecast_of(drafter, data, model, beam,
                                                  {request.rest_weight, request.finals_weight, request.outside},
                                                  pool.parallel_for(), stop);
    forecast.nodes += run.nodes;
    forecast.rests_tiled += run.tiled;
    forecast.rests_usable += run.usable;
    forecast.expected += run.deals * forecast.parity_factor;
    forecast.best_share += run.best_share / request.runs;
  }
  forecast.cpu_seconds = cpu.seconds();
  return forecast;
}

std::string finals_forecast_json(const FinalsForecast& forecast) {
  const auto hours = forecast.cpu_hours_per_tiling();
  return Json{{"event", "finals_forecast"},
              {"puzzle", forecast.puzzle},
              {"pool", forecast.pool},
              {"width", forecast.width},
              {"runs", forecast.runs},
              {"nodes", forecast.nodes},
              {"rests_tiled", forecast.rests_tiled},
              {"rests_usable", forecast.rests_usable},
              {"expected", forecast.expected},
              {"best_share", forecast.best_share},
              {"parity_factor", forecast.parity_factor},
              {"cpu_seconds", forecast.cpu_seconds},
              {"cpu_hours_per_tiling", hours ? Json(*hours) : Json()}}
      .dump();
}

FinalsCheck check_packing_finals(const Puzzle& puzzle, const FinalsCheckRequest& request, const std::stop_token& stop) {
  const PackingPuzzle drafter = packing::finals::puzzle_for_finals(board_with_regions(puzzle));
  const FinalsData data = packing::finals::load_finals(request.file.string(), puzzle);
  if (!data.listed()) throw UsageError("finals check: the lists are not complete yet (finals build)");
  if (request.pieces > data.pool.size()) throw UsageError("finals check: --pieces is larger than the pool");
  const auto calibration = packing::finals::calibrate(
      drafter, data, request.pieces == 0 ? data.pool.size() : request.pieces, request.choices, request.seed, stop);
  FinalsCheck check{puzzle.name, calibration.pieces, calibration.choices, {}};
  for (const auto& row : calibration.rows) {
    check.rows.push_back({{}, row.counted, row.expected});
    for (const std::size_t region : row.regions) check.rows.back().regions.push_back(region + 1);
  }
  return check;
}

std::string finals_check_json(const FinalsCheck& check) {
  Json rows = Json::list();
  for (const auto& row : check.rows) {
    Json regions = Json::list();
    for (const std::size_t region : row.regions) regions.push_back(region);
    rows.push_back({{"regions", regions}, {"counted", row.counted}, {"expected", row.expected}});
  }
  return Json{{"event", "finals_check"},
              {"puzzle", check.puzzle},
              {"pieces", check.pieces},
              {"choices", check.choices},
              {"rows", rows}}
      .dump();
}

}  // namespace tesselle
