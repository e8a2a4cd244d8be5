#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/edge_puzzle.hpp"
#include "tesselle/lattice.hpp"

namespace tesselle {

/// One shape and how it may be used.
struct PackingPiece {
  std::string name;
  std::vector<Cell> cells;  ///< normalised() order and position
  int min_copies = 1;       ///< how many must be used; 0 if the piece may stay out
  int max_copies = 1;       ///< how many there are; `unlimited` for any number
  bool turn_over = true;    ///< may it be reflected? (never true on the cube lattice: real pieces cannot)
  std::optional<std::vector<int>> orientations;  ///< if given, only these lattice symmetries are allowed (sorted)

  static constexpr int unlimited = 1'000'000'000;
  friend bool operator==(const PackingPiece&, const PackingPiece&) = default;
};

/// A piece on the board: its cells are placed(lattice, piece.cells, orientation, offset).
struct PackingPlacement {
  PieceId piece;
  int orientation = 0;
  Cell offset;
  friend auto operator<=>(const PackingPlacement&, const PackingPlacement&) = default;
};

/// Pieces cover every cell of the region once; `optional_cells` may stay empty; nothing sticks out.
/// Valid once read: region sorted, not empty, disjoint from the optional cells; every piece has cells.
struct PackingPuzzle {
  LatticeKind lattice = LatticeKind::square;
  std::vector<Cell> region;
  std::vector<Cell> optional_cells;
  std::vector<PackingPiece> pieces;
  std::vector<PackingPlacement> hints;

  const Lattice& grid() const { return Lattice::of(lattice); }
  friend bool operator==(const PackingPuzzle&, const PackingPuzzle&) = default;
};

/// The lattice symmetries that a piece may be placed with.
std::vector<int> allowed_orientations(const PackingPuzzle& puzzle, const PackingPiece& piece);

/// One orientation of a piece, ignoring translation: the smallest symmetry that gives these cells.
struct Orientation {
  int symmetry = 0;
  std::vector<Cell> cells;  ///< normalised
};
/// The distinct orientations of a piece, by ascending symmetry.
std::vector<Orientation> distinct_orientations(const PackingPuzzle& puzzle, const PackingPiece& piece);

/// Congruent pieces (same set of distinct orientations) share a class, because swapping them changes nothing.
/// Returns the class of each piece; classes are numbered by first appearance.
std::vector<int> congruence_classes(const PackingPuzzle& puzzle);

struct PackingLayout {
  std::vector<PackingPlacement> placements;
  friend bool operator==(const PackingLayout&, const PackingLayout&) = default;
};

}  // namespace tesselle
