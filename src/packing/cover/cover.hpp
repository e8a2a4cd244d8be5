#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// `cover`: masks of cells, fewest candidates first. The fast engine for packing puzzles of up to 1024 cells.
EngineInfo cover_engine();

}  // namespace tesselle
