#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "puzzle/packing_puzzle.hpp"

namespace tesselle::packing {

/// Congruent pieces, taken together: swapping them changes nothing, so a search must not tell them apart.
struct PieceClass {
  std::vector<PieceId> members;
  int min_copies = 0;
  int max_copies = 0;
  int cell_count = 0;
};

/// One way to put a piece of a class into the region.
struct Placement {
  int piece_class = 0;
  PackingPlacement how;              ///< `how.piece` is the first member of the class
  std::vector<std::uint32_t> cells;  ///< ascending cell numbers
};

/// Every way to put every piece into the region: what packing engines compile their own tables from.
/// Cells are numbered: the region in its order (these must be covered), then the optional cells.
/// Hints are already worked in: placements that overlap a hint are gone, the hints' own are in `forced`.
struct PlacementTable {
  std::uint32_t required_cells = 0;
  std::uint32_t all_cells = 0;
  std::vector<PieceClass> classes;
  std::vector<Placement> placements;  ///< by class, then by cells
  std::vector<std::uint32_t> forced;  ///< indices into `placements`, one per hint
};

PlacementTable compile_placements(const PackingPuzzle& puzzle);

/// The layout made of these placements (indices): hinted pieces where their hints say, then the members of each class
/// in placement order, those that must be used first.
PackingLayout layout_of(const PackingPuzzle& puzzle, const PlacementTable& table,
                        std::span<const std::uint32_t> chosen);

/// The placement of this class on these cells (ascending), if there is one.
std::optional<std::uint32_t> find_placement(const PlacementTable& table, int piece_class,
                                            std::span<const std::uint32_t> cells);

}  // namespace tesselle::packing
