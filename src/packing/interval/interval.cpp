#include "packing/interval/interval.hpp"

#include "engine/tree_search.hpp"
#include "packing/interval/interval_space.hpp"

namespace tesselle {
namespace packing::interval {
namespace {

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  const Strategy strategy{.priority = config.options.flag("priority"), .decompose = config.options.flag("decompose")};
  return std::make_unique<TreeSearch<IntervalSpace>>(IntervalSpace(puzzle.packing(), strategy));
}

}  // namespace
}  // namespace packing::interval

EngineInfo interval_engine() {
  EngineInfo info;
  info.name = "interval";
  info.family = Family::packing;
  info.complete = true;
  info.abilities = abilities_of<TreeSearch<packing::interval::IntervalSpace>>();
  info.summary = "Gilleta's interval constraint solver for boxes: few, expensive nodes; a node is half of a cut";
  info.options = {{"priority", true, "narrow by the cheap constraints first"},
                  {"decompose", true, "part the permutation constraint into smaller ones"}};
  info.factory = packing::interval::make;
  return info;
}

}  // namespace tesselle
