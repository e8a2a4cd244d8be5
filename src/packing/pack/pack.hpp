#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// As many pieces as possible, then as many cells as possible, with the proof (docs/engines/pack.md).
EngineInfo pack_engine();

}  // namespace tesselle
