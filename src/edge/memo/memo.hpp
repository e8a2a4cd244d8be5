#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Counts boards without making them. Cell by cell, what the rest of the board can see of everything placed is the
/// colours of the frontier and which pieces are left, twins being alike; ways with equal states are added up, from both
/// ends of the path, until the two meet. A node is one placement made in a state.
/// Goal::count only; the whole number, of any size, through CountsExactly.
EngineInfo memo_engine();

}  // namespace tesselle
