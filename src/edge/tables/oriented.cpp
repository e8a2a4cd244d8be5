#include "edge/tables/oriented.hpp"

#include <algorithm>

namespace tesselle::edge {

std::vector<OrientedKind> oriented_kinds(const PieceKinds& kinds) {
  std::vector<OrientedKind> all;
  for (std::size_t kind = 0; kind < kinds.shape.size(); ++kind)
    for (int rotation = 0; rotation < kinds.rotations[kind]; ++rotation)
      all.push_back({rotated(kinds.shape[kind], rotation), static_cast<std::uint16_t>(kind),
                     static_cast<std::uint8_t>(rotation)});
  return all;
}

bool frame_only_on_rim(const EdgePuzzle& puzzle) {
  if (!puzzle.frame) return false;
  std::ptrdiff_t frame_sides = 0;
  for (const Sides& sides : puzzle.pieces) frame_sides += std::count(sides.begin(), sides.end(), *puzzle.frame);
  return frame_sides <= 2 * (puzzle.width + puzzle.height);
}

}  // namespace tesselle::edge
