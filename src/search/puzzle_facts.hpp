#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

struct EdgeFacts {
  /// Pieces by how many of their sides are the frame's. Pieces with three or four count as inner ones.
  struct Types {
    std::size_t corners = 0, edges = 0, inner = 0;
  };
  int width = 0, height = 0;
  std::size_t pieces = 0, different_pieces = 0;
  std::optional<Types> types;  ///< nullopt if there is no frame
  std::size_t colours = 0;     ///< without the frame's
  Matching matching = Matching::same;
  int perfect_score = 0;
};

struct PackingFacts {
  std::string lattice;
  std::vector<int> box;  ///< {10, 6} or {5, 4, 3}; empty if the region is not a box of squares or cubes
  std::size_t region_cells = 0, optional_cells = 0;
  std::size_t pieces = 0, shapes = 0, piece_cells = 0;  ///< pieces and their cells, without pieces of unlimited copies
};

/// How many solutions there are; nullopt if unknown.
struct KnownSolutions {
  std::optional<std::uint64_t> all{}, distinct{};  ///< symmetric ones included, and up to the puzzle's symmetries
};

/// How long it takes to solve the puzzle or to prove that it has no solution: `tesselle solve` within a minute or an
/// hour; others' programs, with weeks of computing or more; or no solution is known to us.
enum class Hardness { seconds, minutes, weeks, unsolved };
std::string_view hardness_name(Hardness hardness);
/// The same in a sentence.
std::string_view hardness_meaning(Hardness hardness);

/// What is known about a puzzle without searching.
struct PuzzleFacts {
  std::string name, title, source;
  Family family = Family::edge;
  std::uint64_t hash = 0;
  std::size_t hints = 0;
  std::size_t symmetries = 1;  ///< of the puzzle, the identity included
  std::string distinct_up_to;  ///< "rotations", …, "nothing"
  std::variant<EdgeFacts, PackingFacts> body;

  // Of built-in puzzles only (search/library_facts.hpp).
  std::string group;
  KnownSolutions known;
  std::optional<Hardness> hardness;
};

PuzzleFacts facts_of(const Puzzle& puzzle);

/// "16x16", "5x4x3", "36 cells"
std::string size_text(const PuzzleFacts& facts);

/// One line of JSON, without the newline: "event": "puzzle".
std::string facts_json(const PuzzleFacts& facts);

}  // namespace tesselle
