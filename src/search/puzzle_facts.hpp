#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

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
  std::size_t region_cells = 0, optional_cells = 0;
  std::size_t pieces = 0, shapes = 0, piece_cells = 0;  ///< pieces and their cells, without pieces of unlimited copies
};

/// What is known about a puzzle without searching.
struct PuzzleFacts {
  std::string name, title, source;
  Family family = Family::edge;
  std::uint64_t hash = 0;
  std::size_t hints = 0;
  std::size_t symmetries = 1;  ///< of the puzzle, the identity included
  std::string distinct_up_to;  ///< "rotations", …, "nothing"
  std::variant<EdgeFacts, PackingFacts> body;
};

PuzzleFacts facts_of(const Puzzle& puzzle);

/// One line of JSON, without the newline: "event": "puzzle".
std::string facts_json(const PuzzleFacts& facts);
/// The same with name, family and title alone, as lists show them.
std::string listing_json(const Puzzle& puzzle);

}  // namespace tesselle
