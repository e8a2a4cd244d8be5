#pragma once

#include <string>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// One thing that is wrong with a board, in words a person can check on it.
struct Fault {
  std::string what;
};

/// A verdict names at most this many empty cells, conflicts and missing pieces.
constexpr std::size_t max_shortfalls_named = 8;

/// What a board is worth, derived from the puzzle and the board alone.
///
/// What counts is what the board looks like: a hint is kept by a twin that shows the same sides (or a congruent piece
/// that covers the same cells), and an orientation is allowed if some allowed one gives the same cells. An empty cell
/// breaks no rule, not even at a hint; it only makes the board incomplete.
struct Verdict {
  std::vector<Fault> faults;  ///< rules broken: piece used twice, hint moved, cell covered twice, …
  bool complete = false;      ///< every cell is filled, every required piece used, every hint kept
  int score = 0;              ///< edge-matching: matching inner edges; packing: pieces placed
  int max_score = 0;
  int conflicts =
      0;  ///< edge-matching: inner edges that do not match + rim sides that are not the frame
          ///< colour (an edge or rim side at an empty cell counts as a conflict); packing: cells not covered
  std::vector<Fault> shortfalls;  ///< the first few conflicts, empty cells and missing pieces: why it is not a solution

  /// A legal board, perhaps unfinished or with conflicts: what an optimiser may offer.
  bool legal() const { return faults.empty(); }
  /// A solution: legal, complete and without conflict.
  bool solves() const { return legal() && complete && conflicts == 0; }
};

/// The independent checker. It knows Puzzle and Solution, nothing else, and gives a verdict on any Solution value.
Verdict verify(const Puzzle& puzzle, const Solution& solution);
Verdict verify_edge(const EdgePuzzle& puzzle, const EdgeBoard& board);
Verdict verify_packing(const PackingPuzzle& puzzle, const PackingLayout& layout);

/// "solves it", or the first few faults and conflicts in one line.
std::string summary(const Verdict& verdict);

}  // namespace tesselle
