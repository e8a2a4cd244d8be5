#include "packing/sat/sat.hpp"

#include "packing/sat/model.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

std::unique_ptr<Engine> make_packing_sat(const Puzzle& puzzle, const EngineConfig& config) {
  return std::make_unique<sat::Search>(puzzle, config,
                                       std::make_unique<packing::sat::PackingModel>(puzzle, config.symmetry));
}

}  // namespace

EngineInfo packing_sat_engine() { return sat::engine_info(Family::packing, make_packing_sat); }

}  // namespace tesselle
