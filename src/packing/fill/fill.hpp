#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// `fill`: the enumeration of Gilleta 2000. The first empty cell is filled with everything that fits there.
EngineInfo fill_engine();

}  // namespace tesselle
