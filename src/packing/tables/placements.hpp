#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing {

/// Congruent pieces, taken together: swapping them changes nothing, so a search must not tell them apart.
struct PieceClass {
  std::vector<PieceId> members;
  int min_copies = 0;  ///< what the members must be used for, hinted copies included
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
  std::vector<Placement> placements;    ///< by class, then by cells
  std::vector<std::uint32_t> forced;    ///< indices into `placements`, one per hint
  std::vector<PackingPlacement> hints;  ///< dealt_hints()
};

/// The hints as pieces of their classes that must be used, where there are such: a hint is kept by any congruent piece
/// on its cells, so it must not take a copy that need not be used while another waits that must.
std::vector<PackingPlacement> dealt_hints(const PackingPuzzle& puzzle);

/// Throws UsageError if the hints contradict the rules (the readers of puzzle files refuse that earlier).
PlacementTable compile_placements(const PackingPuzzle& puzzle);

/// No solution holds more placements than this.
std::uint32_t max_placements(const PlacementTable& table);

/// The layout made of these placements (indices), with the members of each class dealt out in placement order,
/// those that must be used first, after the hints.
PackingLayout layout_of(const PackingPuzzle& puzzle, const PlacementTable& table,
                        std::span<const std::uint32_t> chosen);

}  // namespace tesselle::packing
