#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "base/rng.hpp"
#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge::schedule {

/// How many sides have each colour; the frame's are not counted.
std::vector<std::size_t> supply(const EdgePuzzle& puzzle);

/// The colours on sides next to a frame-coloured side: those that meet along the rim. Per colour.
std::vector<bool> rim_colours(const EdgePuzzle& puzzle);

/// How many sides of each colour the pieces have that are not on the board.
using Leftover = std::vector<double>;
void save(ByteWriter& out, const Leftover& leftover);
Leftover read_leftover(ByteReader& in, const EdgePuzzle& puzzle);

/// The colours to be used up early, at random: one that runs along the rim (if there are any) and as many inner ones as
/// bring the share of all sides nearest to an eighth, the share that works on Eternity II. Per colour.
std::vector<bool> choose_privileged(const EdgePuzzle& puzzle, Rng& rng);

/// If those are used up and `share` of the others is left.
Leftover without(const std::vector<bool>& privileged, const EdgePuzzle& puzzle, double share);

}  // namespace tesselle::edge::schedule
