#pragma once

#include <optional>
#include <vector>

#include "render/drawing.hpp"

namespace tesselle::render {

/// Half of a giraffe that stands across two pieces: head and neck on one, body and legs on the other. On a piece 100
/// wide around the origin, at its north side, where the other half goes on.
struct CreatureRings {
  Ring body;
  std::vector<Ring> spots;
  std::optional<Point> eye;
};
CreatureRings creature_rings(bool head);

/// A tone that stands out on this paper.
Rgb coat_on(Rgb paper);

}  // namespace tesselle::render
