#pragma once

#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

/// The packing engines, in the order `tesselle engines` lists them.
std::vector<EngineInfo> packing_engines();

}  // namespace tesselle
