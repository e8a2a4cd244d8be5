#include "edge/sat/sat.hpp"

#include "tesselle/errors.hpp"
#include "edge/sat/model.hpp"

namespace tesselle {
namespace {

std::unique_ptr<Engine> make_edge_sat(const Puzzle& puzzle, const EngineConfig& config) {
  return std::make_unique<sat::Search>(puzzle, config, std::make_unique<edge::sat::EdgeModel>(puzzle, config.symmetry));
}

}  // namespace

EngineInfo edge_sat_engine() { return sat::engine_info(Family::edge, make_edge_sat); }

}  // namespace tesselle
