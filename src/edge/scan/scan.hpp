#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// The brute-force yardstick at full speed: cells in a fixed order, candidates from lists chosen by the colours
/// around the cell, nothing else.
EngineInfo scan_engine();

}  // namespace tesselle
