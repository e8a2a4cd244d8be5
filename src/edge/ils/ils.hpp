#pragma once

#include "engine/engine.hpp"

namespace tesselle {

EngineInfo ils_engine();

}  // namespace tesselle
