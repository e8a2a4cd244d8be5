#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Halves of the board, top and bottom, that meet on their frontier colours and complementary pieces:
/// docs/engines/meet.md.
EngineInfo meet_engine();

}  // namespace tesselle
