#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "puzzle/symmetry.hpp"

/// Brute force through the verifier: the right answer, for puzzles that are small enough.
/// A board is a solution because verify() says so, never because the search thinks so; the search only skips what
/// verify() already refuses on a part of the board, or what would show the same board again.
/// Packing puzzles may have at most 64 cells.
namespace tesselle::testing {

using Boards = std::map<SolutionKey, Solution>;  ///< one board for each key

constexpr std::uint64_t oracle_patience = 500'000;  ///< partial boards looked at: a second or two at most

/// Every solution, or nullopt if that would take more than `patience` partial boards.
std::optional<Boards> try_all_boards(const Puzzle& puzzle, std::uint64_t patience = oracle_patience);

/// Every solution. Throws std::runtime_error if the puzzle is too big for the oracle.
Boards all_boards(const Puzzle& puzzle);
/// Their keys: what a complete engine must find, no more and no less.
std::set<SolutionKey> all_solutions(const Puzzle& puzzle);

/// How many there are up to symmetry: orbits counted by applying every symmetry to every board.
std::size_t distinct_count(const Puzzle& puzzle);
std::size_t distinct_count(const Puzzle& puzzle, const Boards& boards);

}  // namespace tesselle::testing
