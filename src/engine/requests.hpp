#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// What every engine refuses alike: a puzzle of the other family, a reduced search it cannot do.
/// Throws UsageError naming the engine and what it cannot honour.
void require_supported(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config);

}  // namespace tesselle
