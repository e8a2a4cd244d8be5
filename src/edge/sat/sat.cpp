#include "edge/sat/sat.hpp"

#include "edge/sat/model.hpp"
#include "edge/tables/variety.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

std::unique_ptr<Engine> make_edge_sat(const Puzzle& puzzle, const EngineConfig& config) {
  return std::make_unique<sat::Search>(puzzle, config, std::make_unique<edge::sat::EdgeModel>(puzzle, config.symmetry));
}

std::optional<Recommendation> recommend_edge_sat(const Puzzle& puzzle, const EngineNeeds& needs) {
  const EdgePuzzle& body = puzzle.edge();
  // What a solver has learned cannot be saved, so it is not for runs that are to be resumed.
  if (needs.goal == Goal::best || needs.checkpoint || body.cell_count() <= edge::small_board) return std::nullopt;
  const double fitting = edge::fitting_two_colours(body);
  if (fitting >= 0.6) return std::nullopt;
  return Recommendation{
      fmt::format("a large board of many colours ({:.2f} pieces fit two of them), where learning from "
                  "dead ends pays",
                  fitting)};
}

}  // namespace

EngineInfo edge_sat_engine() {
  EngineInfo info = sat::engine_info(Family::edge, make_edge_sat);
  info.recommend = recommend_edge_sat;
  return info;
}

}  // namespace tesselle
