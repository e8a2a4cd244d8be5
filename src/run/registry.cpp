#include "run/registry.hpp"

#include <fmt/format.h>

#include <mutex>

#include "base/names.hpp"
#include "edge/engines.hpp"
#include "packing/engines.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

/// Engines are looked up from many threads and kept by their addresses. So the list is closed when it is first read.
struct Registry {
  std::mutex mutex;  // guards both
  std::vector<EngineInfo> engines = [] {
    auto all = edge_engines();
    for (auto& engine : packing_engines()) all.push_back(std::move(engine));
    return all;
  }();
  bool closed = false;
};

Registry& registry() {
  static Registry one;
  return one;
}

void require_usable(const EngineInfo& engine) {
  if (engine.name.empty() || engine.factory == nullptr || engine.goals.empty())
    throw UsageError(fmt::format("engine '{}': needs a name, a factory and goals", engine.name));
  if (engine.name == "auto" || engine.name == "portfolio")
    throw UsageError(fmt::format("engine '{}': this name has a meaning of its own", engine.name));
}

}  // namespace

const std::vector<EngineInfo>& all_engines() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.closed = true;
  return all.engines;
}

void register_engine(EngineInfo engine) {
  require_usable(engine);
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  if (all.closed) throw UsageError(fmt::format("engine '{}': register engines before the first search", engine.name));
  for (const EngineInfo& other : all.engines)
    if (other.family == engine.family && other.name == engine.name)
      throw UsageError(fmt::format("engine '{}': there is one of this name already", engine.name));
  all.engines.push_back(std::move(engine));
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
