#pragma once

#include "engine/engine.hpp"

namespace tesselle {

EngineInfo lns_engine();

}  // namespace tesselle
