#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Exhaustive tiling on the drafter and triangle lattices: always covers the site with the fewest ways, with dead-end
/// tests on gaps, sites and areas. The pieces may be more than the region needs.
EngineInfo tile_engine();

}  // namespace tesselle
