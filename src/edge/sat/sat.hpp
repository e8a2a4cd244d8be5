#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// The puzzle as a formula, given to CaDiCaL (docs/engines/sat.md). A node is one step of the solver.
EngineInfo edge_sat_engine();

}  // namespace tesselle
