#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

/// Every engine of both families.
const std::vector<EngineInfo>& all_engines();

/// Throws UsageError naming the engines there are.
const EngineInfo& engine_named(const std::string& name, Family family);

}  // namespace tesselle
