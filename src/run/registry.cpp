#include "run/registry.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"
#include "edge/engines.hpp"
#include "packing/engines.hpp"

namespace tesselle {

const std::vector<EngineInfo>& all_engines() {
  static const std::vector<EngineInfo> engines = [] {
    auto all = edge_engines();
    for (auto& engine : packing_engines()) all.push_back(std::move(engine));
    return all;
  }();
  return engines;
}

const EngineInfo& engine_named(const std::string& name, Family family) {
  std::vector<std::string> known;
  for (const EngineInfo& engine : all_engines()) {
    if (engine.family != family) continue;
    if (engine.name == name) return engine;
    known.push_back(engine.name);
  }
  throw UsageError(fmt::format("no engine '{}' for {} puzzles, expected auto, {}", name, family_name(family),
                               fmt::join(known, ", ")));
}

EngineChoice choose_engine(const Puzzle& puzzle, Goal goal) {
  const bool edge = puzzle.family() == Family::edge;
  if (edge && goal == Goal::best)
    return {&engine_named("schedule", Family::edge), "mismatches by schedule beat local search on all but tiny boards"};
  if (edge) return {&engine_named("scan", Family::edge), "the fastest complete search for edge-matching"};
  return {&engine_named("cover", Family::packing), "fewest candidates first prunes best on most regions"};
}

}  // namespace tesselle
