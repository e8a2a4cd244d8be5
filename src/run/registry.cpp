#include "run/registry.hpp"

#include <fmt/format.h>

#include "base/names.hpp"
#include "edge/engines.hpp"
#include "packing/engines.hpp"
#include "tesselle/errors.hpp"

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
  throw UsageError(fmt::format("no engine '{}' for {} puzzles, expected auto, {}, portfolio{}", name,
                               family_name(family), fmt::join(known, ", "), did_you_mean(name, known)));
}

}  // namespace tesselle
