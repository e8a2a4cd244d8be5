#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// `fill`: S3's enumeration. The first empty cell is filled with everything that fits there.
EngineInfo fill_engine();

}  // namespace tesselle
