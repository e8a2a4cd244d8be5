#include "packing/sat/sat.hpp"

#include "base/errors.hpp"
#include "engine/requests.hpp"
#include "packing/sat/model.hpp"

namespace tesselle {
namespace {

std::unique_ptr<Engine> make_packing_sat(const Puzzle& puzzle, const EngineConfig& config) {
  require_supported(packing_sat_engine(), puzzle, config);
  sat::check_goal(config.goal);
  return std::make_unique<sat::Search>(puzzle, config,
                                       std::make_unique<packing::sat::PackingModel>(puzzle, config.symmetry));
}

}  // namespace

EngineInfo packing_sat_engine() { return sat::engine_info(Family::packing, make_packing_sat); }

}  // namespace tesselle
