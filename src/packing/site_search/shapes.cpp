#include "packing/site_search/shapes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "tesselle/errors.hpp"

namespace tesselle::packing::tiling {
namespace {

std::vector<PieceKind> collect_kinds(const PackingPuzzle& puzzle) {
  const auto classes = congruence_classes(puzzle);
  std::vector<PieceKind> kinds;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const auto c = static_cast<std::size_t>(classes[p]);
    if (c == kinds.size()) kinds.emplace_back();
    const PackingPiece& piece = puzzle.pieces[p];
    kinds[c].members.push_back(PieceId(p));
    kinds[c].max_copies = std::min(kinds[c].max_copies + piece.max_copies, PackingPiece::unlimited);
    kinds[c].sectors = static_cast<int>(piece.cells.size());
  }
  return kinds;
}

/// The areas of the connected parts of a shape.
std::vector<int> areas_of_parts(const Lattice& lattice, const std::vector<Cell>& cells) {
  std::set<Cell> left(cells.begin(), cells.end());
  std::vector<int> areas;
  while (!left.empty()) {
    std::vector<Cell> part = {*left.begin()};
    left.erase(left.begin());
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const Cell& next : lattice.neighbours(part[i]))
        if (left.erase(next) > 0) part.push_back(next);
    areas.push_back(static_cast<int>(part.size()));
  }
  return areas;
}

/// Every point whose star has a cell of the shape, with the cells it has there.
std::map<std::pair<Cell, PointKind>, Star> stars_of(const std::vector<Cell>& cells) {
  const std::set<Cell> inside(cells.begin(), cells.end());
  std::map<std::pair<Cell, PointKind>, Star> stars;
  for (const Cell& cell : cells)
    for (const SectorPoint& at : {corner_of_sector(cell.z), middle_of_sector(cell.z)}) {
      const Cell block{cell.x + at.dx, cell.y + at.dy, 0};
      Star star = 0;
      int ray = 0;
      for (const Cell& other : star_cells(at.kind)) star |= Star(inside.count(block + other)) << ray++;
      stars[{block, at.kind}] = star;
    }
  return stars;
}

}  // namespace

ShapeTable::ShapeTable(const PackingPuzzle& puzzle, const Grid& grid) : pieces_(collect_kinds(puzzle)) {
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const PackingPiece& piece = puzzle.pieces[pieces_[k].members.front().index()];
    area_step_ = std::gcd(area_step_, pieces_[k].sectors);
    for (const int part : areas_of_parts(puzzle.grid(), piece.cells)) part_step_ = std::gcd(part_step_, part);
    halves_ = halves_ && made_of_halves(piece.cells);
    for (const Orientation& orientation : distinct_orientations(puzzle, piece))
      add_shape(static_cast<std::uint16_t>(k), orientation, grid);
  }
  part_step_ = std::max(1, part_step_);
  if (shapes_.size() > 65535) throw UsageError("the pieces have more than 65 535 orientations");
  find_closable_stars();
}

void ShapeTable::add_shape(std::uint16_t piece, const Orientation& orientation, const Grid& grid) {
  const std::vector<Cell>& cells = orientation.cells;
  int width = 0, height = 0;
  for (const Cell& cell : cells) width = std::max(width, cell.x + 1), height = std::max(height, cell.y + 1);
  if (width > 100 || height > 100) throw UsageError("a piece is more than 100 triangles wide");
  Shape shape;
  shape.piece = piece;
  shape.width = static_cast<std::uint8_t>(width);
  shape.height = static_cast<std::uint8_t>(height);
  reach_ = std::max({reach_, width, height});
  add_words(shape, cells, grid);
  add_points(shape, cells, grid);
  add_beyonds(cells, grid);
  shapes_.push_back(shape);
  cells_.push_back(cells);
}

void ShapeTable::add_words(Shape& shape, const std::vector<Cell>& cells, const Grid& grid) {
  shape.first_word = static_cast<std::uint32_t>(words_.size());
  std::map<int, std::uint64_t> bytes;  // triangle offset -> mask
  for (const Cell& c : cells) bytes[2 * grid.shift(c.x, c.y) + c.z / 6] |= 1u << (c.z % 6);
  for (const auto& [offset, mask] : bytes) {
    const bool fresh = words_.size() == shape.first_word || offset - words_.back().offset >= 8;
    if (fresh) words_.push_back({offset, 0});
    words_.back().mask |= mask << 8 * (offset - words_.back().offset);
  }
  shape.word_count = static_cast<std::uint16_t>(words_.size() - shape.first_word);
  for (std::size_t w = 0; w < std::min<std::size_t>(Shape::inline_words, shape.word_count); ++w) {
    shape.mask[w] = words(shape)[w].mask;
    shape.offset[w] = static_cast<std::int16_t>(words(shape)[w].offset);
  }
}

bool ShapeTable::rest_fits(const std::uint8_t* base, const Shape& shape) const {
  const auto all = words(shape);
  return std::all_of(all.begin() + Shape::inline_words, all.end(),
                     [&](const Word& word) { return (word.mask & ~load_word(base + word.offset)) == 0; });
}

bool ShapeTable::rest_closable(const std::uint16_t* base, const Shape& shape) const {
  const auto all = corners(shape);
  return std::all_of(all.begin() + Shape::inline_corners, all.end(), [&](const Corner& corner) {
    return closable(PointKind::corner, base[corner.block] & ~corner.taken);
  });
}

void ShapeTable::add_points(Shape& shape, const std::vector<Cell>& cells, const Grid& grid) {
  shape.first_corner = static_cast<std::uint32_t>(corners_.size());
  shape.first_middle = static_cast<std::uint32_t>(middles_.size());
  for (const auto& [at, star] : stars_of(cells)) {
    const int block = grid.shift(at.first.x, at.first.y);
    if (at.second == PointKind::corner)
      corners_.push_back({static_cast<std::int16_t>(block), static_cast<std::uint16_t>(star)});
    else if (star != full_star(at.second))
      middles_.push_back({static_cast<std::int16_t>(point_number(block, at.second)), static_cast<std::uint16_t>(star)});
  }
  shape.corner_count = static_cast<std::uint16_t>(corners_.size() - shape.first_corner);
  shape.middle_count = static_cast<std::uint16_t>(middles_.size() - shape.first_middle);
  for (std::size_t c = 0; c < Shape::inline_corners; ++c) {
    const Corner& corner = corners(shape)[c < shape.corner_count ? c : 0];
    shape.corner_block[c] = corner.block;
    shape.corner_left[c] = static_cast<std::uint16_t>(full_star(PointKind::corner) & ~corner.taken);
  }
}

/// An edge of the outline joins a corner and a middle; the sector that follows the shape's own around the corner, in
/// either sense, is beyond it.
void ShapeTable::add_beyonds(const std::vector<Cell>& cells, const Grid& grid) {
  std::vector<Beyond>& beyonds = beyonds_.emplace_back();
  const auto add = [&](const Cell& block, std::size_t ray) {
    const Cell cell = block + star_cells(PointKind::corner)[ray];
    beyonds.push_back({2 * grid.shift(cell.x, cell.y) + cell.z / 6, static_cast<std::uint8_t>(1u << (cell.z % 6))});
  };
  for (const auto& [at, star] : stars_of(cells)) {
    if (at.second != PointKind::corner) continue;
    for (std::size_t ray = 0; ray < 12; ++ray) {
      if (star >> ray & 1) continue;
      if (star >> (ray + 1) % 12 & 1) add(at.first, ray);
      if (star >> (ray + 11) % 12 & 1) add(at.first, ray);
    }
  }
}

void ShapeTable::find_closable_stars() {
  std::set<Star> taken_by_pieces[4];
  for (const PointKind kind :
       {PointKind::corner, PointKind::middle_along, PointKind::middle_up, PointKind::middle_across})
    taken_by_pieces[static_cast<std::size_t>(kind)].insert(full_star(kind));
  for (const Corner& corner : corners_) taken_by_pieces[0].insert(corner.taken);
  for (const Middle& middle : middles_)
    taken_by_pieces[static_cast<std::size_t>(kind_of(middle.point))].insert(middle.taken);
  for (std::size_t kind = 0; kind < 4; ++kind) {
    auto& closable = closable_[kind];
    closable.assign(full_star(static_cast<PointKind>(kind)) + 1, 0);
    closable[0] = 1;
    for (Star free = 1; free < closable.size(); ++free)
      for (const Star taken : taken_by_pieces[kind])
        if ((taken & ~free) == 0 && closable[free & ~taken]) closable[free] = 1;
  }
}

}  // namespace tesselle::packing::tiling
