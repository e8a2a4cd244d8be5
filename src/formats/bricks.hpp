#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/puzzle.hpp"

namespace tesselle {

/// What the formats of other programs share: squares and cubes as bricks in a box that starts at the origin.

/// The puzzle if the format can say it; throws UsageError naming what it cannot: other lattices, pieces with chosen
/// orientations.
const PackingPuzzle& as_bricks(const Puzzle& puzzle, std::string_view format);

/// The box around region and optional cells.
struct BrickBox {
  Cell low, size;

  std::size_t cell_count() const;
  /// Position in the text of a voxel space: x fastest, then y, then z.
  std::size_t index(Cell cell) const;
  /// The cell's coordinates counted from the box's corner.
  Cell inside(Cell cell) const { return cell - low; }
};
/// Throws UsageError if it would have too many cells to write.
BrickBox box_of(std::span<const Cell> first, std::span<const Cell> second = {});

/// All cells of a box at the origin, sorted.
std::vector<Cell> box_cells(Cell size);

/// Names without the characters that a format needs for itself, kept distinct.
std::vector<std::string> plain_names(const std::vector<std::string>& names);

/// Is the piece in one plane of constant z, different from its mirror image, and may not be turned over?
bool is_one_sided(const PackingPuzzle& puzzle, const PackingPiece& piece);

}  // namespace tesselle
