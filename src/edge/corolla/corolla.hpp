#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Search in big steps: whole corollas, found by the colours of their frontier in tables computed beforehand.
EngineInfo corolla_engine();

}  // namespace tesselle
