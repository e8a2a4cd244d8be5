#include "packing/finals/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "packing/finals/expectation.hpp"

namespace tesselle::packing::finals {

Forecast forecast_of(const PackingPuzzle& drafter, const FinalsData& data, const tileability::Model& model,
                     const beam::BeamSettings& beam_settings, const RestWeights& weights, const ParallelFor& parallel,
                     const std::stop_token& stop) {
  constexpr std::uint64_t nodes_between_looks = 20'000;  // at the stop token
  const tiling::TilingTables rest(rest_of(drafter, data.regions));
  const tileability::Model values = rest_model(drafter, data, model, weights);
  const tileability::ScoreTables scores(values, drafter, rest.shapes());
  Expectation expectation(drafter, data.regions, required_pieces(drafter));
  if (!data.pool.empty()) expectation.limit_to(data.pool);

  beam::Beam beam(rest, scores, beam_settings);
  Forecast forecast;
  std::set<std::vector<char>> leftovers;
  for (bool ended = false; !ended && !stop.stop_requested();) {
    std::uint64_t budget = nodes_between_looks;
    ended = beam.advance(budget, parallel) == beam::Beam::Event::ended;
    forecast.nodes += nodes_between_looks - budget;
    for (const auto& path : beam.take_solutions()) leftovers.insert(pieces_left_by(rest, path));
  }
  forecast.tiled = leftovers.size();
  double best = 0;
  for (const auto& left : leftovers) {
    const double deals = std::exp(expectation.log_deals(left));
    forecast.usable += deals > 0;
    forecast.deals += deals;
    best = std::max(best, deals);
  }
  if (forecast.deals > 0) forecast.best_share = best / forecast.deals;
  return forecast;
}

}  // namespace tesselle::packing::finals
