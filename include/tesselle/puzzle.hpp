#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "tesselle/edge_puzzle.hpp"
#include "tesselle/packing_puzzle.hpp"

namespace tesselle {

enum class Family { edge, packing };
std::string_view family_name(Family family);

/// A puzzle as people understand it, slow and clear on purpose. Engines compile their own tables from it.
struct Puzzle {
  std::string name;    ///< short, as in `tesselle solve NAME`
  std::string title;   ///< one line for lists
  std::string source;  ///< where the facts come from
  std::variant<EdgePuzzle, PackingPuzzle> body;

  Family family() const { return body.index() == 0 ? Family::edge : Family::packing; }
  const EdgePuzzle& edge() const { return std::get<EdgePuzzle>(body); }
  const PackingPuzzle& packing() const { return std::get<PackingPuzzle>(body); }
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

/// Identifies what is to be solved (board, pieces, hints), not its name: equal contents have equal hashes.
std::uint64_t puzzle_hash(const Puzzle& puzzle);

/// An engine's answer, whole or partial; always of the puzzle's family.
struct Solution {
  std::variant<EdgeBoard, PackingLayout> body;
  const EdgeBoard& edge() const { return std::get<EdgeBoard>(body); }
  const PackingLayout& packing() const { return std::get<PackingLayout>(body); }
  friend bool operator==(const Solution&, const Solution&) = default;
};

/// A solution and where it comes from: the contents of a solution file.
struct SolutionRecord {
  std::string puzzle;  ///< name
  std::uint64_t hash = 0;
  Solution solution;
  int score = 0, max_score = 0, conflicts = 0;
  std::string engine;
  std::uint64_t seed = 0, nodes = 0;
  double seconds = 0;
  friend bool operator==(const SolutionRecord&, const SolutionRecord&) = default;
};

}  // namespace tesselle
