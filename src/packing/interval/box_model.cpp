#include "packing/interval/box_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tesselle/errors.hpp"

namespace tesselle::packing::interval {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw UsageError("engine interval: only for boxes that single pieces fill exactly; " + why);
}

void check(const PackingPuzzle& puzzle) {
  if (puzzle.lattice != LatticeKind::square && puzzle.lattice != LatticeKind::cube)
    refuse("the lattice must be square or cube");
  if (!puzzle.optional_cells.empty()) refuse("here are cells that may stay empty");
  if (puzzle.region.size() > max_cells)
    refuse(fmt::format("at most {} cells are possible, found {}", max_cells, puzzle.region.size()));
  std::size_t cells = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    if (piece.min_copies != 1 || piece.max_copies != 1) refuse("piece " + piece.name + " need not be used just once");
    cells += piece.cells.size();
  }
  const auto classes = congruence_classes(puzzle);
  if (!classes.empty() &&
      static_cast<std::size_t>(*std::max_element(classes.begin(), classes.end())) + 1 != classes.size())
    refuse("here two pieces are congruent");
  if (cells != puzzle.region.size())
    refuse(fmt::format("the pieces have {} cells, the region {}", cells, puzzle.region.size()));
}

Point point_of(const BoxModel& model, const Cell& cell, const Cell& corner) {
  Point point;
  for (std::size_t k = 0; k < 3; ++k) point[k] = static_cast<std::uint8_t>(cell.*model.axes[k] - corner.*model.axes[k]);
  return point;
}

/// In the order of their cell numbers, counted from `corner`.
std::vector<Point> points_of(const BoxModel& model, const std::vector<Cell>& cells, const Cell& corner) {
  std::vector<Point> points;
  for (const Cell& cell : cells) points.push_back(point_of(model, cell, corner));
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  });
  return points;
}

void measure_box(const PackingPuzzle& puzzle, BoxModel& model) {
  const CellBounds bounds = bounds_of(puzzle.region);
  model.corner = bounds.low;
  model.axes = {&Cell::z, &Cell::y, &Cell::x};
  std::stable_sort(model.axes.begin(), model.axes.end(),
                   [&](auto a, auto b) { return bounds.extent(a) < bounds.extent(b); });
  std::size_t volume = 1;
  for (const auto axis : model.axes) volume *= static_cast<std::size_t>(bounds.extent(axis));
  if (volume != puzzle.region.size()) refuse("the region is not a box");
  for (std::size_t k = 0; k < 3; ++k) model.size[k] = static_cast<std::uint8_t>(bounds.extent(model.axes[k]));
  model.cells = volume;
}

/// Under all symmetries of the lattice.
std::set<std::vector<Cell>> images_of(const Lattice& lattice, const PackingPiece& piece) {
  std::set<std::vector<Cell>> images;
  for (int symmetry = 0; symmetry < lattice.symmetry_count(); ++symmetry)
    images.insert(normalised(lattice, placed(lattice, piece.cells, symmetry, {})));
  return images;
}

BoxPiece box_piece(const PackingPuzzle& puzzle, const BoxModel& model, const PackingPiece& piece) {
  BoxPiece result;
  result.shape = points_of(model, piece.cells, bounds_of(piece.cells).low);
  const std::vector<Orientation> orientations = distinct_orientations(puzzle, piece);
  result.any_way = orientations.size() == images_of(puzzle.grid(), piece).size();
  for (const Orientation& orientation : orientations) {
    const CellBounds bounds = bounds_of(orientation.cells);
    const auto fits = [&](std::size_t k) { return bounds.extent(model.axes[k]) <= model.size[k]; };
    if (fits(0) && fits(1) && fits(2))
      result.poses.push_back({orientation.symmetry, points_of(model, orientation.cells, bounds.low)});
  }
  return result;
}

}  // namespace

Point BoxModel::point_at(std::size_t cell) const {
  const std::size_t layer = std::size_t{size[0]} * size[1];
  return {static_cast<std::uint8_t>(cell % size[0]), static_cast<std::uint8_t>(cell % layer / size[0]),
          static_cast<std::uint8_t>(cell / layer)};
}

std::size_t BoxModel::cell_at(const Point& point) const {
  return point[0] + std::size_t{size[0]} * (point[1] + std::size_t{size[1]} * point[2]);
}

PointBox BoxModel::initial(std::size_t point) const {
  PointBox box;
  const BoxPiece& piece = pieces[piece_of[point]];
  if (piece.hint) {
    const Point& at = (*piece.hint)[point - piece.first_point];
    for (std::size_t k = 0; k < 3; ++k) box.axis[k] = {at[k], at[k]};
    box.number.low = box.number.high = static_cast<std::uint8_t>(cell_at(at));
    return box;
  }
  for (std::size_t k = 0; k < 3; ++k) box.axis[k] = {0, static_cast<std::uint8_t>(size[k] - 1)};
  box.number = {0, static_cast<std::uint8_t>(cells - 1)};
  return box;
}

BoxModel box_model(const PackingPuzzle& puzzle) {
  check(puzzle);
  BoxModel model;
  measure_box(puzzle, model);
  for (const PackingPiece& piece : puzzle.pieces) {
    model.pieces.push_back(box_piece(puzzle, model, piece));
    model.pieces.back().first_point = model.piece_of.size();
    model.pieces.back().size = piece.cells.size();
    model.piece_of.insert(model.piece_of.end(), piece.cells.size(), model.pieces.size() - 1);
  }
  for (const PackingPlacement& hint : puzzle.hints) {
    const auto cells = placed(puzzle.grid(), puzzle.pieces[hint.piece.index()].cells, hint.orientation, hint.offset);
    model.pieces[hint.piece.index()].hint = points_of(model, cells, model.corner);
  }
  return model;
}

PackingLayout layout_of(const PackingPuzzle& puzzle, const BoxModel& model, const std::vector<Point>& points,
                        const std::vector<bool>& fixed) {
  PackingLayout layout;
  for (std::size_t p = 0; p < model.pieces.size(); ++p) {
    if (!fixed[p]) continue;
    const BoxPiece& piece = model.pieces[p];
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(piece.first_point);
    const std::vector<Point> own(begin, begin + static_cast<std::ptrdiff_t>(puzzle.pieces[p].cells.size()));
    Point low = own.front();
    for (const Point& point : own)
      for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], point[k]);
    const auto pose = std::find_if(piece.poses.begin(), piece.poses.end(), [&](const Pose& candidate) {
      return std::equal(own.begin(), own.end(), candidate.points.begin(), [&](const Point& at, const Point& point) {
        return at[0] == low[0] + point[0] && at[1] == low[1] + point[1] && at[2] == low[2] + point[2];
      });
    });
    if (pose == piece.poses.end()) throw InternalError("engine interval: a piece is in no pose that it may have");
    const CellBounds raw = bounds_of(placed(puzzle.grid(), puzzle.pieces[p].cells, pose->symmetry, {}));
    Cell offset;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = model.axes[k];
      offset.*axis = model.corner.*axis + low[k] - raw.low.*axis;
    }
    layout.placements.push_back({PieceId(static_cast<std::uint32_t>(p)), pose->symmetry, offset});
  }
  return layout;
}

}  // namespace tesselle::packing::interval
