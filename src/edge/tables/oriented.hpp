#pragma once

#include <cstdint>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge {

/// A kind of piece in one of its distinct rotations: what a cell is filled with. Twins and the turns of symmetric
/// pieces that look alike are one and the same, so no search that chooses among these does anything twice.
struct OrientedKind {
  Sides sides;
  std::uint16_t kind = 0;
  std::uint8_t rotation = 0;  ///< of PieceKinds::shape
};

/// All of them: kinds ascending, then rotations.
std::vector<OrientedKind> oriented_kinds(const PieceKinds& kinds);

/// Has the puzzle a frame and no more frame-coloured sides than its rim needs? Then no solution shows the frame
/// colour inside, and searches need not try it there.
bool frame_only_on_rim(const EdgePuzzle& puzzle);

}  // namespace tesselle::edge
