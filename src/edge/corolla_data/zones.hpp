#pragma once

#include <cstdint>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge::corollas {

constexpr int max_radius = 6;

/// A cell of a patch, seen from the centre. `rim` has a bit for each side on the rim of the board. It decides what kind
/// of piece (corner, edge, inner) can be placed there, and how it must be turned.
struct PatchCell {
  int row = 0, column = 0;
  std::uint8_t rim = 0;
  friend auto operator<=>(const PatchCell&, const PatchCell&) = default;
};

/// A side of a patch behind which the board goes on.
struct FrontierSide {
  std::uint32_t cell = 0;  ///< of Zone::cells
  Side side = Side::north;
  friend bool operator==(const FrontierSide&, const FrontierSide&) = default;
};

/// All cells of the board around which the patch is the same up to rotation; a mirror image is another zone.
/// The cells come by their distance from the centre (the centre first), so that the first of them are the patch of any
/// smaller radius: a corolla grows from one that is smaller by one, whose zone encloses this one.
struct Zone {
  std::vector<PatchCell> cells;
  std::vector<FrontierSide> frontier;
  std::vector<int> symmetry;  ///< quarter turns that map the patch onto itself, 0 always among them
};

/// The board divided into zones: patches of all cells at a distance (rows plus columns) of at most `radius`.
struct ZoneMap {
  ZoneMap(int board_width, int board_height, int patch_radius);

  std::size_t cell_count() const { return zone.size(); }
  /// The board's cells that correspond to the zone's cells around this one, in their order.
  std::vector<std::uint32_t> around(std::size_t cell) const;

  int width, height, radius;
  std::vector<Zone> zones;
  std::vector<std::uint32_t> zone;  ///< per cell of the board
  std::vector<std::uint8_t> turn;   ///< per cell: clockwise quarter turns from the zone's patch to the one on the board
};

/// The patch after clockwise quarter turns, the cells in the order in which they were.
std::vector<PatchCell> turned(const std::vector<PatchCell>& cells, int quarter_turns);
/// For each cell of a patch, which cell is moved there when the patch is turned onto itself.
std::vector<std::uint32_t> permutation(const Zone& zone, int quarter_turns);

constexpr Side turned(Side side, int quarter_turns) {
  return static_cast<Side>((static_cast<int>(side) + quarter_turns) & 3);
}

}  // namespace tesselle::edge::corollas
