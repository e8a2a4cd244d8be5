#pragma once

#include "engine/engine.hpp"

namespace tesselle {

EngineInfo greedy_engine();

}  // namespace tesselle
