#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Counts boards without making them. Cell by cell, what the rest of the board can see of everything placed is the
/// colours of the frontier and which pieces are left, twins being alike; ways with equal states are added up, from both
/// ends of the path, until the two meet. A node is one placement made in a state.
/// It saves which part is being counted and, once the halves of a part are grown, which of their states have met. The
/// halves may be as large as the memory allows, so they are not saved: a restored search grows them again first, in
/// slices whose nodes are not counted a second time.
/// Goal::count only; the whole number, of any size, through CountsExactly.
EngineInfo memo_engine();

}  // namespace tesselle
