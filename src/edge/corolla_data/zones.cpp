#include "edge/corolla_data/zones.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace tesselle::edge::corollas {
namespace {

int distance(const PatchCell& cell) { return std::abs(cell.row) + std::abs(cell.column); }
bool is_on_axis(const PatchCell& cell) { return cell.row == 0 || cell.column == 0; }

constexpr int row_step(Side side) { return (side == Side::south) - (side == Side::north); }
constexpr int column_step(Side side) { return (side == Side::east) - (side == Side::west); }

std::uint8_t rim_of(int width, int height, int row, int column) {
  return static_cast<std::uint8_t>((row == 0) | (column == width - 1) << 1 | (row == height - 1) << 2 |
                                   (column == 0) << 3);
}

/// At equal distance cells off the centre's row and column come first: they have two neighbours nearer to it, so that
/// pieces that fit nowhere show before the others multiply.
std::vector<PatchCell> by_distance(std::vector<PatchCell> cells) {
  std::sort(cells.begin(), cells.end(), [](const PatchCell& a, const PatchCell& b) {
    return std::tuple(distance(a), is_on_axis(a), a) < std::tuple(distance(b), is_on_axis(b), b);
  });
  return cells;
}

std::vector<PatchCell> patch_around(int width, int height, int radius, int row, int column) {
  std::vector<PatchCell> cells;
  for (int r = std::max(0, row - radius); r <= std::min(height - 1, row + radius); ++r) {
    const int reach = radius - std::abs(r - row);
    for (int c = std::max(0, column - reach); c <= std::min(width - 1, column + reach); ++c)
      cells.push_back({r - row, c - column, rim_of(width, height, r, c)});
  }
  return by_distance(std::move(cells));
}

/// The same for all patches of a zone.
std::vector<PatchCell> smallest_turn(const std::vector<PatchCell>& cells) {
  std::vector<PatchCell> smallest = cells;
  for (int t = 1; t < 4; ++t) smallest = std::min(smallest, by_distance(turned(cells, t)));
  return smallest;
}

Zone make_zone(std::vector<PatchCell> cells) {
  Zone zone{std::move(cells), {}, {}};
  const auto contains = [&](int row, int column) {
    return std::any_of(zone.cells.begin(), zone.cells.end(),
                       [&](const PatchCell& c) { return c.row == row && c.column == column; });
  };
  for (std::uint32_t i = 0; i < zone.cells.size(); ++i)
    for (const Side side : all_sides) {
      const PatchCell& cell = zone.cells[i];
      const bool on_rim = cell.rim >> static_cast<int>(side) & 1;
      if (!on_rim && !contains(cell.row + row_step(side), cell.column + column_step(side)))
        zone.frontier.push_back({i, side});
    }
  for (int t = 0; t < 4; ++t)
    if (by_distance(turned(zone.cells, t)) == zone.cells) zone.symmetry.push_back(t);
  return zone;
}

std::uint8_t turn_onto(const Zone& zone, const std::vector<PatchCell>& patch) {
  int t = 0;
  while (by_distance(turned(zone.cells, t)) != patch) ++t;
  return static_cast<std::uint8_t>(t);
}

}  // namespace

std::vector<PatchCell> turned(const std::vector<PatchCell>& cells, int quarter_turns) {
  std::vector<PatchCell> result = cells;
  for (PatchCell& cell : result)
    for (int t = 0; t < quarter_turns; ++t)
      cell = {cell.column, -cell.row, static_cast<std::uint8_t>((cell.rim << 1 | cell.rim >> 3) & 15)};
  return result;
}

std::vector<std::uint32_t> permutation(const Zone& zone, int quarter_turns) {
  const std::vector<PatchCell> moved = turned(zone.cells, quarter_turns);
  std::vector<std::uint32_t> comes_from;
  for (const PatchCell& cell : zone.cells)
    comes_from.push_back(static_cast<std::uint32_t>(std::find(moved.begin(), moved.end(), cell) - moved.begin()));
  return comes_from;
}

/// Zones are numbered as they are met on diagonals from the top-left corner; for radius 1 that gives the numbers of
/// Chen 2016.
ZoneMap::ZoneMap(int board_width, int board_height, int patch_radius)
    : width(board_width), height(board_height), radius(patch_radius) {
  const auto cells = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  zone.resize(cells);
  turn.resize(cells);
  std::map<std::vector<PatchCell>, std::uint32_t> known;
  for (int diagonal = 0; diagonal < width + height - 1; ++diagonal)
    for (int row = std::max(0, diagonal - width + 1); row <= std::min(diagonal, height - 1); ++row) {
      const int column = diagonal - row;
      const std::vector<PatchCell> patch = patch_around(width, height, radius, row, column);
      const auto [entry, is_new] = known.try_emplace(smallest_turn(patch), static_cast<std::uint32_t>(zones.size()));
      if (is_new) zones.push_back(make_zone(patch));
      const auto cell = static_cast<std::size_t>(row * width + column);
      zone[cell] = entry->second;
      turn[cell] = turn_onto(zones[entry->second], patch);
    }
}

std::vector<std::uint32_t> ZoneMap::around(std::size_t cell) const {
  const int row = static_cast<int>(cell) / width, column = static_cast<int>(cell) % width;
  std::vector<std::uint32_t> result;
  for (const PatchCell& offset : turned(zones[zone[cell]].cells, turn[cell]))
    result.push_back(static_cast<std::uint32_t>((row + offset.row) * width + column + offset.column));
  return result;
}

}  // namespace tesselle::edge::corollas
