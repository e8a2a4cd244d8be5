#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tesselle/puzzle.hpp"

/// Puzzles and solutions written down by hand, for tests that need a known one.
namespace tesselle::testing {

/// Every cell of a box at the origin, sorted (square, hexagon: depth 1).
std::vector<Cell> box_cells(int width, int height, int depth = 1);

/// The cells where the drawing shows the letter. Columns are x; "/" or a new line starts the next y, "|" the next z.
std::vector<Cell> drawn_cells(std::string_view drawing, char letter = '#');

PackingPiece piece_of_cells(LatticeKind lattice, std::string name, std::vector<Cell> cells);
Puzzle packing(std::string name, LatticeKind lattice, std::vector<Cell> region, std::vector<PackingPiece> pieces);

/// The placement of a piece on exactly these cells. Throws std::runtime_error if it cannot be placed there.
PackingPlacement lying_on(const PackingPuzzle& puzzle, PieceId piece, std::vector<Cell> cells);
/// The layout in which each piece is where the drawing shows its name (one letter, one copy).
PackingLayout drawn_layout(const PackingPuzzle& puzzle, std::string_view drawing);

/// The twelve pentominoes, named as Golomb did, as pieces of a lattice (square or cube).
std::vector<PackingPiece> pentominoes(LatticeKind lattice);
Puzzle pentominoes_in(int width, int height);
Puzzle pentominoes_in(int width, int height, int depth);
/// A solution of pentominoes_in(6, 10).
std::string_view pentominoes_6x10_drawing();

Puzzle soma();
std::string_view soma_drawing();
/// 13 polycubes, most of them chiral, without their mirror images: a 4x4x4 cube.
Puzzle bedlam();

Puzzle dominoes_in(int width, int height);

/// The giraffe puzzle: complementary sides, no frame, two twins.
Puzzle giraffe();
/// 3x3, sides must be the same, framed by colour 0; its pieces in order, unturned, are a solution.
Puzzle framed_3x3();
/// The board with piece s on cell s, unturned.
EdgeBoard pieces_in_order(const EdgePuzzle& puzzle);

}  // namespace tesselle::testing
