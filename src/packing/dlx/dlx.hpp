#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// The yardstick of packing: Knuth's exact cover with dancing links, always branching on the cell or piece with the
/// fewest candidates. What the other packing engines are tested against.
EngineInfo dlx_engine();

}  // namespace tesselle
