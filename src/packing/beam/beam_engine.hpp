#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Beam search over tilings on the drafter and triangle lattices, for puzzles with far more tilings than any search
/// could walk through and yet none by chance: keeps the states that a learned model thinks easiest to complete, and
/// fills the best of them with holes allowed. Not complete.
EngineInfo packing_beam_engine();

}  // namespace tesselle
