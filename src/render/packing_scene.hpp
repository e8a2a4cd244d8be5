#pragma once

#include <string>
#include <vector>

#include "render/palette.hpp"
#include "tesselle/packing_puzzle.hpp"

namespace tesselle::render {

/// One piece on the board, as it is drawn: what sticks out of the region is cut off.
struct Shape {
  PieceId piece;
  std::vector<Cell> cells;  ///< sorted, without repetition
  Rgb colour;
  std::string name;
  bool hinted = false;
};

/// A packing puzzle with a layout as the pictures need it. Every list of cells is sorted.
struct Scene {
  LatticeKind lattice = LatticeKind::square;
  std::vector<Cell> board;      ///< region and optional cells
  std::vector<Shape> shapes;    ///< in the order of the layout
  std::vector<Cell> uncovered;  ///< cells of the region that wait for a piece
  std::vector<Cell> spare;      ///< optional cells that are empty
  std::vector<Cell> overlaps;   ///< cells that two pieces claim

  const Lattice& grid() const { return Lattice::of(lattice); }
};

/// Total: placements of unknown pieces or with unknown orientations are left away, and so are cells whose coordinates
/// are beyond a million. Without a layout the hinted pieces are on the board.
Scene scene_of(const PackingPuzzle& puzzle, const PackingLayout* layout);

/// A cube scene cut into its layers, by ascending z.
std::vector<Scene> layers_of(const Scene& scene);

/// A piece beside the board, lying as flat as its rotations allow.
struct TrayPiece {
  Shape shape;
  int copies = 1;  ///< PackingPiece::unlimited if there is no limit
};
/// What a layout leaves out; without a layout everything but the hints.
std::vector<TrayPiece> tray_of(const PackingPuzzle& puzzle, const PackingLayout* layout);
/// "F", "F x3", "F (any number)"
std::string tray_caption(const TrayPiece& piece);

}  // namespace tesselle::render
