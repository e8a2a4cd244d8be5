#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// `interval`: S3's constraint solver. Coordinates and cell numbers in intervals, narrowed and halved.
EngineInfo interval_engine();

}  // namespace tesselle
