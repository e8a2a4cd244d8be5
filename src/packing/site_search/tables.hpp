#pragma once

#include <optional>
#include <span>
#include <vector>

#include "packing/site_search/grid.hpp"
#include "packing/site_search/shapes.hpp"

namespace tesselle::packing::tiling {

/// What some placements leave: the free board, and how many of each piece kind.
struct Position {
  Board board;
  std::vector<int> copies;
};

/// A tiling puzzle, compiled: shared, read-only, by all searches on it.
class TilingTables {
 public:
  /// Works the hints in. Throws UsageError if the puzzle is not on the drafter or triangle lattice, has optional
  /// cells, or has cells that are not halves or whole triangles.
  explicit TilingTables(const PackingPuzzle& puzzle);
  TilingTables(const TilingTables&) = delete;
  TilingTables& operator=(const TilingTables&) = delete;

  const Grid& grid() const { return grid_; }
  const ShapeTable& shapes() const { return shapes_; }
  /// What the hints leave free.
  const Board& region() const { return region_; }
  /// How many of each piece kind the hints leave.
  const std::vector<int>& copies() const { return copies_; }
  const std::vector<int>& required_copies() const { return required_; }
  /// What is left of region and pieces after these.
  Position after(std::span<const Spot> spots) const;
  /// The same for spots that may be anything, as those from a file are: nullopt if they cannot be placed one after
  /// the other.
  std::optional<Position> after_unknown(std::span<const Spot> spots) const;
  /// Is there such a shape, a copy of its piece left, and room for it there?
  bool can_put(const Position& position, Spot spot) const;
  void put(Position& position, Spot spot) const;
  void take_back(Position& position, Spot spot) const;
  int hint_count() const { return static_cast<int>(puzzle_.hints.size()); }

  /// The pieces on these spots, after the hints; members of a kind are dealt out in order, those that
  /// must be used first.
  PackingLayout layout(std::span<const Spot> spots) const;
  /// The inverse for one placement.
  Spot spot_of(const PackingPlacement& placement) const;
  /// The cells a spot covers.
  std::vector<Cell> cells(Spot spot) const;

 private:
  TilingTables(PackingPuzzle drafter, int margin);
  PackingPlacement placement(PieceId piece, const std::vector<Cell>& cells) const;

  PackingPuzzle puzzle_;
  Grid grid_;
  ShapeTable shapes_;
  Board region_;
  std::vector<int> copies_, required_;
  std::vector<std::size_t> kind_of_piece_;
};

/// Number of free sectors.
int free_sectors(const Board& board);

}  // namespace tesselle::packing::tiling
