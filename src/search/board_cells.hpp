#pragma once

#include <optional>
#include <vector>

#include "base/json.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle {

/// The cells of a puzzle as numbers from 0: of an edge-matching board row by row, of a packing puzzle the region's,
/// then the optional ones.
std::size_t cell_count(const Puzzle& puzzle);
/// "A1", or [x, y] or [x, y, z].
Json cell_json(const Puzzle& puzzle, std::size_t cell);
Json cell_json(LatticeKind lattice, Cell cell);
/// The cell that a text or a list names; nullopt if the puzzle has no such cell.
std::optional<std::size_t> cell_from_json(const Puzzle& puzzle, const Json& json);

/// One piece in one place, of either family.
using Placement = std::variant<EdgeHint, PackingPlacement>;
/// As in the list `placements` of a solution.
Json placement_json(const Puzzle& puzzle, const Placement& placement);
std::vector<Placement> placements_of(const Solution& board);

/// Finds the numbers of packing cells quickly. Throws UsageError if the region is spread too far for that.
class PackingCells {
 public:
  explicit PackingCells(const PackingPuzzle& puzzle);

  std::size_t size() const { return cells_.size(); }
  const Cell& operator[](std::size_t index) const { return cells_[index]; }
  std::optional<std::size_t> find(Cell cell) const;

 private:
  std::vector<Cell> cells_;
  CellBounds bounds_;
  std::vector<std::uint32_t> numbers_;  // of each cell of the box around them, from 1; 0: not in the region
};

}  // namespace tesselle
