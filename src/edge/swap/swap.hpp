#pragma once

#include "engine/engine.hpp"

namespace tesselle {

EngineInfo swap_engine();

}  // namespace tesselle
