#pragma once

#include <vector>

#include "puzzle/random_puzzles.hpp"

namespace tesselle {

/// A puzzle far too large for brute force and the solution it was cut from: boards of 16 to 100 cells, regions of
/// some 20 to 60 (drafter: 90).
Planted draw_large_planted(Rng& rng);

/// The same without its hints; or without a half of it, a row, a column or a piece. One change each, large ones first.
/// What is left is a puzzle and its solution again, unless the verifier says otherwise.
std::vector<Planted> smaller_planted(const Planted& from);

}  // namespace tesselle
