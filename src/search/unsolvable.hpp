#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tesselle/search.hpp"

namespace tesselle {

/// One side of one piece that would show another colour.
struct SideChange {
  PieceId piece;
  Side side = Side::north;
  Colour from, to;
  friend bool operator==(const SideChange&, const SideChange&) = default;
};

/// Why a small puzzle does not work.
struct Diagnosis {
  enum class Answer { solvable, unsolvable, unknown };
  Answer answer = Answer::unknown;          ///< unknown: the time was up
  std::optional<SolutionRecord> closest{};  ///< unsolvable: the best board that was found
  std::vector<SideChange>
      changes{};           ///< unsolvable, edge-matching: each alone makes the puzzle solvable; likely ones first
  bool all_tried = false;  ///< every single change was tried
  std::string reason{};    ///< unsolvable: a simple one, if it is known
};

/// Searches for a solution; if there is none, for the closest board, and tries each side of each piece in each other
/// colour: first the mate (a half mistaken for the other), then the rest. All of it takes `seconds` at most.
Diagnosis diagnose(const Puzzle& puzzle, double seconds, std::stop_token stop = {});

}  // namespace tesselle
