#include "packing/site_search/grid.hpp"

#include <algorithm>
#include <map>

#include "tesselle/errors.hpp"

namespace tesselle::packing::tiling {
namespace {

constexpr std::array<Cell, 12> corner_cells = {{{0, 0, 0},
                                                {0, 0, 5},
                                                {-1, 0, 6},
                                                {-1, 0, 11},
                                                {-1, 0, 2},
                                                {-1, 0, 1},
                                                {-1, -1, 8},
                                                {-1, -1, 7},
                                                {0, -1, 4},
                                                {0, -1, 3},
                                                {0, -1, 10},
                                                {0, -1, 9}}};
constexpr std::array<Cell, 4> along_cells = {{{0, 0, 1}, {0, 0, 0}, {0, -1, 9}, {0, -1, 8}}};
constexpr std::array<Cell, 4> up_cells = {{{0, 0, 4}, {-1, 0, 7}, {-1, 0, 6}, {0, 0, 5}}};
constexpr std::array<Cell, 4> across_cells = {{{0, 0, 11}, {0, 0, 10}, {0, 0, 3}, {0, 0, 2}}};

/// The point of one of these kinds whose star has a sector of class z.
SectorPoint point_with(int z, std::initializer_list<PointKind> kinds) {
  for (const PointKind kind : kinds)
    for (const Cell& cell : star_cells(kind))
      if (cell.z == z) return {kind, -cell.x, -cell.y};
  throw InternalError("a sector touches no point");
}

std::vector<Cell> whole_triangles(std::span<const Cell> triangles) {
  std::vector<Cell> sectors;
  for (const Cell& t : triangles)
    for (int k = 0; k < 6; ++k) sectors.push_back({t.x, t.y, 6 * t.z + k});
  std::sort(sectors.begin(), sectors.end());
  return sectors;
}

}  // namespace

std::span<const Cell> star_cells(PointKind kind) {
  switch (kind) {
    case PointKind::corner:
      return corner_cells;
    case PointKind::middle_along:
      return along_cells;
    case PointKind::middle_up:
      return up_cells;
    case PointKind::middle_across:
      return across_cells;
  }
  return {};
}

SectorPoint corner_of_sector(int z) { return point_with(z, {PointKind::corner}); }

SectorPoint middle_of_sector(int z) {
  return point_with(z, {PointKind::middle_along, PointKind::middle_up, PointKind::middle_across});
}

Grid::Grid(std::span<const Cell> sectors, int margin) {
  if (sectors.empty()) throw InternalError("a region without cells");
  const auto [x_low, x_high] =
      std::minmax_element(sectors.begin(), sectors.end(), [](Cell a, Cell b) { return a.x < b.x; });
  const auto [y_low, y_high] =
      std::minmax_element(sectors.begin(), sectors.end(), [](Cell a, Cell b) { return a.y < b.y; });
  x0_ = x_low->x - margin;
  y0_ = y_low->y - margin;
  stride_ = x_high->x - x_low->x + 1 + 2 * margin;
  rows_ = y_high->y - y_low->y + 1 + 2 * margin;
  for (const PointKind kind : {PointKind::middle_along, PointKind::middle_up, PointKind::middle_across}) {
    auto ray = middle_rays_[static_cast<std::size_t>(kind)].begin();
    for (const Cell& cell : star_cells(kind)) *ray++ = {2 * shift(cell.x, cell.y) + cell.z / 6, cell.z % 6};
  }
}

Board Grid::board_of(std::span<const Cell> sectors) const {
  Board board = uniform_board(0);
  for (const Cell& cell : sectors) {
    auto& byte = board.free[static_cast<std::size_t>(triangle(cell))];
    byte = static_cast<std::uint8_t>(byte | 1u << (cell.z % 6));
    const SectorPoint at = corner_of_sector(cell.z);
    const auto cells = star_cells(PointKind::corner);
    const auto ray = std::find(cells.begin(), cells.end(), Cell{-at.dx, -at.dy, cell.z}) - cells.begin();
    auto& star = board.stars[static_cast<std::size_t>(block(cell.x + at.dx, cell.y + at.dy))];
    star = static_cast<std::uint16_t>(star | 1u << ray);
  }
  return board;
}

Board Grid::uniform_board(std::uint8_t byte) const {
  const auto blocks = static_cast<std::size_t>(block_count());
  const Star star = byte == 0 ? 0 : full_star(PointKind::corner);
  return {Bytes(2 * blocks + 8, byte), std::vector<std::uint16_t>(blocks, static_cast<std::uint16_t>(star))};
}

PackingPuzzle as_drafter_puzzle(const PackingPuzzle& puzzle) {
  if (puzzle.lattice == LatticeKind::drafter) return puzzle;
  if (puzzle.lattice != LatticeKind::triangle)
    throw UsageError("this engine works on the drafter and triangle lattices, the puzzle is on the " +
                     std::string(puzzle.grid().name()) + " lattice");
  PackingPuzzle result = puzzle;
  result.lattice = LatticeKind::drafter;
  result.region = whole_triangles(puzzle.region);
  result.optional_cells = whole_triangles(puzzle.optional_cells);
  for (PackingPiece& piece : result.pieces) piece.cells = whole_triangles(piece.cells);
  return result;
}

bool made_of_halves(std::span<const Cell> sectors) {
  std::map<Cell, unsigned> masks;
  for (const Cell& c : sectors) masks[{c.x, c.y, c.z / 6}] |= 1u << (c.z % 6);
  constexpr std::array<unsigned, 7> allowed = {7, 14, 28, 56, 49, 35, 63};
  return std::all_of(masks.begin(), masks.end(), [&](const auto& entry) {
    return std::find(allowed.begin(), allowed.end(), entry.second) != allowed.end();
  });
}

bool tiles_by_halves(const PackingPuzzle& puzzle) {
  const auto halves = [](const PackingPiece& piece) { return made_of_halves(piece.cells); };
  return puzzle.lattice == LatticeKind::drafter && puzzle.optional_cells.empty() && made_of_halves(puzzle.region) &&
         std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), halves);
}

}  // namespace tesselle::packing::tiling
