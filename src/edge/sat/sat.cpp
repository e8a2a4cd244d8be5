#include "edge/sat/sat.hpp"

#include "base/errors.hpp"
#include "edge/sat/model.hpp"
#include "engine/requests.hpp"

namespace tesselle {
namespace {

std::unique_ptr<Engine> make_edge_sat(const Puzzle& puzzle, const EngineConfig& config) {
  require_supported(edge_sat_engine(), puzzle, config);
  sat::check_goal(config.goal);
  return std::make_unique<sat::Search>(puzzle, config, std::make_unique<edge::sat::EdgeModel>(puzzle, config.symmetry));
}

}  // namespace

EngineInfo edge_sat_engine() { return sat::engine_info(Family::edge, make_edge_sat); }

}  // namespace tesselle
