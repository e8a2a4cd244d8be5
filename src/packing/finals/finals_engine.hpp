#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Openings and finals for tilings: a beam tiles the board around some regions, and lists of the sets of pieces that
/// tile these say whether the pieces left can be dealt out to them. Not complete.
EngineInfo packing_finals_engine();

}  // namespace tesselle
