#pragma once

#include <string>

#include "puzzle/random_puzzles.hpp"

/// Tiny random puzzles for engine tests:
///
///     for (std::uint64_t seed = 1; seed <= 200; ++seed) {
///       Rng rng(seed);
///       const Puzzle puzzle = random_edge_puzzle(rng);
///       const auto boards = try_all_boards(puzzle);
///       if (!boards) continue;
///       CAPTURE(describe(puzzle));
///       …
///     }
namespace tesselle::testing {

using tesselle::EdgeRecipe;
using tesselle::Making;
using tesselle::PackingRecipe;
using tesselle::Planted;
using tesselle::planted_edge_puzzle;
using tesselle::planted_packing_puzzle;
using tesselle::random_edge_puzzle;
using tesselle::random_packing_puzzle;

/// The puzzle as a native puzzle file: save it and replay with `tesselle count FILE`.
std::string describe(const Puzzle& puzzle);
/// The board in words: piece/rotation per cell, or one line per placement.
std::string describe(const Solution& solution);

}  // namespace tesselle::testing
