#pragma once

#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

/// The edge-matching engines, in the order `tesselle engines` lists them.
std::vector<EngineInfo> edge_engines();

}  // namespace tesselle
