#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Halves of the board, top and bottom, that meet on their frontier colours and complementary pieces:
/// docs/engines/meet.md.
EngineInfo meet_engine();

namespace edge::meet {
/// Whether halves of the board promise to be found faster than a search row by row walks its tree.
std::optional<Recommendation> recommend_meet(const Puzzle& puzzle, const EngineNeeds& needs);
}  // namespace edge::meet

}  // namespace tesselle
