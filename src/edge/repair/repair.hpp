#pragma once

#include <cstdint>

#include "engine/engine.hpp"
#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge::repair {

/// Works on a full board (what is empty is filled first) until it has no conflicts or the effort, in pieces tried, is
/// used up; some ten million are a few seconds. Leaves the best board found, never worse than the one given, hints
/// kept; true if it is better. Only pieces of one kind (corner, edge, inner) are exchanged; false for puzzles whose
/// pieces and cells of a kind differ in number, and for boards with pieces where their kind does not belong.
bool improve(const EdgePuzzle& puzzle, EdgeBoard& board, std::uint64_t seed, std::uint64_t effort);

/// The best mixture of two full boards, if it is better than `board`; see repair/merge.hpp.
bool merge_boards(const EdgePuzzle& puzzle, EdgeBoard& board, const EdgeBoard& other);

}  // namespace tesselle::edge::repair

namespace tesselle {

EngineInfo repair_engine();

}  // namespace tesselle
