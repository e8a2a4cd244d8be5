#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

/// Every engine of both families.
const std::vector<EngineInfo>& all_engines();

/// Throws UsageError naming the engines there are.
const EngineInfo& engine_named(const std::string& name, Family family);

/// What `--engine auto` decides, and why, in one line for a note.
struct EngineChoice {
  const EngineInfo* engine = nullptr;
  std::string reason;
};
EngineChoice choose_engine(const Puzzle& puzzle, Goal goal);

}  // namespace tesselle
