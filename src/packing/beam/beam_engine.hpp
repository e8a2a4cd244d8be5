#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Beam search over tilings on the drafter and triangle lattices, for puzzles with far too many partial tilings to
/// search them all. It keeps the states that a learned model thinks easiest to complete, and fills the best of them
/// with holes allowed. Not complete.
EngineInfo packing_beam_engine();

}  // namespace tesselle
