#pragma once

#include "engine/engine.hpp"

namespace tesselle {

EngineInfo anneal_engine();

}  // namespace tesselle
