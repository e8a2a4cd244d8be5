#include "search/data_packing_finals.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "packing/finals/expectation.hpp"
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

FinalsData data_to_go_on_with(const Puzzle& puzzle, const PackingPuzzle& drafter, const PackingFinalsRequest& request) {
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

PackingFinalsSummary prepare_finals(const Puzzle& puzzle, const PackingFinalsRequest& request, Until until,
                                    const OnPackingFinals& on_progress, const std::stop_token& stop) {
  require_folder(request.out);
  const PackingPuzzle drafter = packing::finals::puzzle_for_finals(board_with_regions(puzzle));
  FinalsData data = data_to_go_on_with(puzzle, drafter, request);
  const unsigned threads = request.threads == 0 ? default_threads() : request.threads;
  ThreadPool pool(threads);
  packing::finals::ValueSettings settings;
  settings.enough_sets = request.samples;
  packing::finals::Preparation preparation(drafter, data, packing::tileability::model_named(request.model), settings,
                                           request.pool, threads);
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
}

}  // namespace

PackingFinalsSummary learn_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                          const OnPackingFinals& on_progress, const std::stop_token& stop) {
  return prepare_finals(puzzle, request, Until::learned, on_progress, stop);
}

PackingFinalsSummary build_packing_finals(const Puzzle& puzzle, const PackingFinalsRequest& request,
                                          const OnPackingFinals& on_progress, const std::stop_token& stop) {
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

}  // namespace tesselle
