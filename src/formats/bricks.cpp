#include "formats/bricks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "formats/limits.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

Cell lower(Cell a, Cell b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Cell upper(Cell a, Cell b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name) result += is_plain(c) ? c : '_';
  return result.empty() ? "piece" : result;
}

}  // namespace

const PackingPuzzle& as_bricks(const Puzzle& puzzle, std::string_view format) {
  if (puzzle.family() != Family::packing)
    throw UsageError(fmt::format("--to {}: only packing puzzles can be written so", format));
  const PackingPuzzle& packing = puzzle.packing();
  if (packing.lattice != LatticeKind::square && packing.lattice != LatticeKind::cube)
    throw UsageError(
        fmt::format("--to {}: found the {} lattice, expected square or cube", format, packing.grid().name()));
  for (const PackingPiece& piece : packing.pieces)
    if (piece.orientations)
      throw UsageError(fmt::format("--to {}: piece {} may only lie in chosen orientations, which cannot be written",
                                   format, piece.name));
  return packing;
}

std::size_t BrickBox::cell_count() const {
  return static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y) * static_cast<std::size_t>(size.z);
}

std::size_t BrickBox::index(Cell cell) const {
  const Cell c = inside(cell);
  return static_cast<std::size_t>(c.x + size.x * (c.y + size.y * c.z));
}

BrickBox box_of(std::span<const Cell> first, std::span<const Cell> second) {
  Cell low = first.empty() ? second.front() : first.front(), high = low;
  for (const auto& cells : {first, second})
    for (const Cell& cell : cells) low = lower(low, cell), high = upper(high, cell);
  const BrickBox box = {low, high - low + Cell{1, 1, 1}};
  std::int64_t room = max_cells;
  for (const int side : {box.size.x, box.size.y, box.size.z}) room /= side;
  if (room == 0) throw UsageError(fmt::format("the box around the region has more than {} cells", max_cells));
  return box;
}

std::vector<Cell> box_cells(Cell size) {
  std::vector<Cell> cells;
  for (int x = 0; x < size.x; ++x)
    for (int y = 0; y < size.y; ++y)
      for (int z = 0; z < size.z; ++z) cells.push_back({x, y, z});
  return cells;
}

std::vector<std::string> plain_names(const std::vector<std::string>& names) {
  std::set<std::string> taken;
  std::vector<std::string> result;
  for (const std::string& name : names) {
    std::string candidate = plain(name);
    for (int i = 2; !taken.insert(candidate).second; ++i) candidate = fmt::format("{}_{}", plain(name), i);
    result.push_back(std::move(candidate));
  }
  return result;
}

bool is_one_sided(const PackingPuzzle& puzzle, const PackingPiece& piece) {
  if (piece.turn_over || puzzle.lattice == LatticeKind::cube) return false;
  PackingPiece free = piece;
  free.turn_over = true;
  return distinct_orientations(puzzle, free).size() != distinct_orientations(puzzle, piece).size();
}

}  // namespace tesselle
