#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// The yardstick of edge-matching: plain depth-first search over the cells in a fixed order, nothing clever.
/// Slow next to the others, and what they are tested against.
EngineInfo backtrack_engine();

}  // namespace tesselle
