#pragma once

#include "engine/engine.hpp"

namespace tesselle {

EngineInfo tabu_engine();

}  // namespace tesselle
