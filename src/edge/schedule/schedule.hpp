#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Depth-first search that spends certain colours early and allows mismatches by schedule: `docs/engines/schedule.md`.
EngineInfo schedule_engine();

}  // namespace tesselle
