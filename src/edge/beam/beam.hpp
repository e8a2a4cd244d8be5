#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Breadth-limited search on partial boards of edge-matching puzzles.
EngineInfo edge_beam_engine();

}  // namespace tesselle
