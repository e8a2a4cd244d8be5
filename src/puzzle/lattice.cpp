#include "tesselle/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace tesselle {
namespace {

constexpr std::array<std::pair<LatticeKind, std::string_view>, 5> names = {{{LatticeKind::square, "square"},
                                                                            {LatticeKind::cube, "cube"},
                                                                            {LatticeKind::triangle, "triangle"},
                                                                            {LatticeKind::hexagon, "hexagon"},
                                                                            {LatticeKind::drafter, "drafter"}}};

int classes_of(LatticeKind kind) {
  if (kind == LatticeKind::triangle) return 2;
  return kind == LatticeKind::drafter ? 12 : 1;
}

constexpr std::array<int, 9> turn_60 = {0, -1, 0, 1, 1, 0, 0, 0, 0};
constexpr std::array<int, 9> swap_axes = {0, 1, 0, 1, 0, 0, 0, 0, 0};

/// The 24 rotations of the cube as images of the axes: row r of the matrix has its sign at column |a|-1.
constexpr int cube_rotations[24][3] = {{1, 2, 3},  {1, -3, 2},  {1, -2, -3},  {1, 3, -2},   {-3, 2, 1},   {-2, -3, 1},
                                       {3, -2, 1}, {2, 3, 1},   {-1, 2, -3},  {-1, -3, -2}, {-1, -2, 3},  {-1, 3, 2},
                                       {3, 2, -1}, {2, -3, -1}, {-3, -2, -1}, {-2, 3, -1},  {-2, 1, 3},   {3, 1, 2},
                                       {2, 1, -3}, {-3, 1, -2}, {2, -1, 3},   {-3, -1, 2},  {-2, -1, -3}, {3, -1, -2}};

constexpr double half_root3 = 0.86602540378443864676;

Point lattice_point(double i, double j) { return {i + j / 2, j * half_root3}; }

Point middle(Point a, Point b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

std::array<Point, 3> triangle_corners(int i, int j, int down) {
  if (down == 0) return {lattice_point(i, j), lattice_point(i + 1, j), lattice_point(i, j + 1)};
  return {lattice_point(i + 1, j), lattice_point(i + 1, j + 1), lattice_point(i, j + 1)};
}

std::vector<Point> sector_outline(Cell cell) {
  const auto c = triangle_corners(cell.x, cell.y, cell.z / 6);
  const std::array<Point, 6> rim = {c[0], middle(c[0], c[1]), c[1], middle(c[1], c[2]), c[2], middle(c[2], c[0])};
  const Point centre = {(c[0].x + c[1].x + c[2].x) / 3, (c[0].y + c[1].y + c[2].y) / 3};
  const auto k = static_cast<std::size_t>(cell.z % 6);
  return {rim[k], rim[(k + 1) % 6], centre};
}

/// The sector of a down triangle across the outer half-edge of sector k of an up triangle.
/// The table is read both ways.
struct Across {
  int up_sector, down_sector, dx, dy;
};
constexpr Across across_rim[6] = {{0, 3, 0, -1}, {1, 2, 0, -1}, {2, 5, 0, 0},
                                  {3, 4, 0, 0},  {4, 1, -1, 0}, {5, 0, -1, 0}};

std::vector<Cell> sector_neighbours(Cell cell) {
  const int down = cell.z / 6, k = cell.z % 6;
  std::vector<Cell> result = {{cell.x, cell.y, down * 6 + (k + 1) % 6}, {cell.x, cell.y, down * 6 + (k + 5) % 6}};
  for (const auto& a : across_rim) {
    if (down == 0 && a.up_sector == k) result.push_back({cell.x + a.dx, cell.y + a.dy, 6 + a.down_sector});
    if (down == 1 && a.down_sector == k) result.push_back({cell.x - a.dx, cell.y - a.dy, a.up_sector});
  }
  return result;
}

}  // namespace

const Lattice& Lattice::of(LatticeKind kind) {
  static const std::array<Lattice, 5> all = {Lattice(LatticeKind::square), Lattice(LatticeKind::cube),
                                             Lattice(LatticeKind::triangle), Lattice(LatticeKind::hexagon),
                                             Lattice(LatticeKind::drafter)};
  return all[static_cast<std::size_t>(kind)];
}

std::string_view Lattice::name() const { return names[static_cast<std::size_t>(kind_)].second; }

std::optional<LatticeKind> Lattice::kind_named(std::string_view name) {
  for (const auto& [kind, known] : names)
    if (known == name) return kind;
  return std::nullopt;
}

Lattice::Lattice(LatticeKind kind) : kind_(kind), class_count_(classes_of(kind)) {
  Map turn, flip;
  flip.reflects = true;
  switch (kind) {
    case LatticeKind::square:
      turn.matrix = {0, -1, 0, 1, 0, 0, 0, 0, 0};
      flip.matrix = {-1, 0, 0, 0, 1, 0, 0, 0, 0};
      generate(turn, flip, 4);
      break;
    case LatticeKind::cube:
      generate_cube();
      break;
    case LatticeKind::triangle:
      turn.matrix = turn_60;
      turn.class_image = {Cell{-1, 0, 1}, Cell{-1, 1, 0}};
      flip.matrix = swap_axes;
      flip.class_image = {Cell{0, 0, 0}, Cell{0, 0, 1}};
      generate(turn, flip, 6);
      break;
    case LatticeKind::hexagon:
      turn.matrix = turn_60;
      flip.matrix = swap_axes;
      generate(turn, flip, 6);
      break;
    case LatticeKind::drafter:
      turn.matrix = turn_60;
      flip.matrix = swap_axes;
      for (int k = 0; k < 6; ++k) {
        const auto up = static_cast<std::size_t>(k), down = static_cast<std::size_t>(6 + k);
        turn.class_image[up] = {-1, 0, 6 + k};
        turn.class_image[down] = {-1, 1, (k + 2) % 6};
        flip.class_image[up] = {0, 0, 5 - k};
        flip.class_image[down] = {0, 0, 6 + (9 - k) % 6};
      }
      generate(turn, flip, 6);
      break;
  }
}

Lattice::Map Lattice::compose_maps(const Map& second, const Map& first) const {
  Map result;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      for (std::size_t k = 0; k < 3; ++k)
        result.matrix[row * 3 + column] += second.matrix[row * 3 + k] * first.matrix[k * 3 + column];
  for (std::size_t c = 0; c < static_cast<std::size_t>(class_count_); ++c) {
    const Cell mid = first.class_image[c];
    const auto& m = second.matrix;
    const Cell shift = second.class_image[is_cube() ? 0 : static_cast<std::size_t>(mid.z)];
    result.class_image[c] = {m[0] * mid.x + m[1] * mid.y + shift.x, m[3] * mid.x + m[4] * mid.y + shift.y, shift.z};
  }
  result.reflects = second.reflects != first.reflects;
  return result;
}

void Lattice::generate(const Map& turn, const Map& flip, int turns) {
  Map identity;
  identity.matrix = {1, 0, 0, 0, 1, 0, 0, 0, 0};
  for (int k = 0; k < class_count_; ++k) identity.class_image[static_cast<std::size_t>(k)] = {0, 0, k};
  for (const Map& start : {identity, flip}) {
    Map map = start;
    for (int r = 0; r < turns; ++r, map = compose_maps(turn, map)) maps_.push_back(map);
  }
}

void Lattice::generate_cube() {
  for (const bool mirrored : {false, true})
    for (const auto& rotation : cube_rotations) {
      Map map;
      for (std::size_t row = 0; row < 3; ++row) {
        const auto column = static_cast<std::size_t>(std::abs(rotation[row]) - 1);
        const int sign = rotation[row] > 0 ? 1 : -1;
        map.matrix[row * 3 + column] = mirrored && column == 0 ? -sign : sign;
      }
      map.reflects = mirrored;
      maps_.push_back(map);
    }
}

int Lattice::compose(int second, int first) const {
  const Map product = compose_maps(maps_[static_cast<std::size_t>(second)], maps_[static_cast<std::size_t>(first)]);
  for (std::size_t g = 0; g < maps_.size(); ++g)
    if (maps_[g].matrix == product.matrix && maps_[g].class_image == product.class_image) return static_cast<int>(g);
  return -1;  // unreachable: the maps form a group (tested)
}

int Lattice::inverse(int symmetry) const {
  for (int g = 0; g < symmetry_count(); ++g)
    if (compose(g, symmetry) == 0) return g;
  return -1;  // unreachable, as above
}

bool Lattice::is_cell(Cell cell) const { return is_cube() || (cell.z >= 0 && cell.z < class_count_); }

std::vector<Cell> Lattice::neighbours(Cell cell) const {
  const auto [x, y, z] = cell;
  switch (kind_) {
    case LatticeKind::square:
      return {{x, y - 1, z}, {x + 1, y, z}, {x, y + 1, z}, {x - 1, y, z}};
    case LatticeKind::cube:
      return {{x, y - 1, z}, {x + 1, y, z}, {x, y + 1, z}, {x - 1, y, z}, {x, y, z - 1}, {x, y, z + 1}};
    case LatticeKind::triangle:
      if (z == 0) return {{x, y, 1}, {x - 1, y, 1}, {x, y - 1, 1}};
      return {{x, y, 0}, {x + 1, y, 0}, {x, y + 1, 0}};
    case LatticeKind::hexagon:
      return {{x + 1, y, z}, {x, y + 1, z}, {x - 1, y + 1, z}, {x - 1, y, z}, {x, y - 1, z}, {x + 1, y - 1, z}};
    case LatticeKind::drafter:
      return sector_neighbours(cell);
  }
  return {};
}

std::vector<Point> Lattice::outline(Cell cell) const {
  const double x = cell.x, y = cell.y;
  switch (kind_) {
    case LatticeKind::square:
    case LatticeKind::cube:
      return {{x, -y - 1}, {x + 1, -y - 1}, {x + 1, -y}, {x, -y}};
    case LatticeKind::triangle: {
      const auto c = triangle_corners(cell.x, cell.y, cell.z);
      return {c.begin(), c.end()};
    }
    case LatticeKind::hexagon: {
      // Neighbouring centres are 1 apart, so corners lie at distance 1/sqrt3, the first at 30 degrees.
      std::vector<Point> corners;
      const Point centre = lattice_point(x, y);
      for (int k = 0; k < 6; ++k) {
        const double angle = (30 + 60 * k) * 3.14159265358979323846 / 180;
        corners.push_back(
            {centre.x + std::cos(angle) / (2 * half_root3), centre.y + std::sin(angle) / (2 * half_root3)});
      }
      return corners;
    }
    case LatticeKind::drafter:
      return sector_outline(cell);
  }
  return {};
}

CellBounds bounds_of(std::span<const Cell> cells) {
  CellBounds bounds{cells.front(), cells.front()};
  for (const Cell& c : cells) {
    bounds.low = {std::min(bounds.low.x, c.x), std::min(bounds.low.y, c.y), std::min(bounds.low.z, c.z)};
    bounds.high = {std::max(bounds.high.x, c.x), std::max(bounds.high.y, c.y), std::max(bounds.high.z, c.z)};
  }
  return bounds;
}

std::vector<Cell> normalised(const Lattice& lattice, std::vector<Cell> cells) {
  if (cells.empty()) return cells;
  Cell low = bounds_of(cells).low;
  if (lattice.kind() != LatticeKind::cube) low.z = 0;
  for (Cell& c : cells) c = c - low;
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::vector<Cell> placed(const Lattice& lattice, std::span<const Cell> shape, int symmetry, Cell offset) {
  std::vector<Cell> cells;
  cells.reserve(shape.size());
  for (const Cell& c : shape) cells.push_back(lattice.apply(symmetry, c) + offset);
  std::sort(cells.begin(), cells.end());
  return cells;
}

bool is_connected(const Lattice& lattice, std::span<const Cell> cells) {
  std::set<Cell> unseen(cells.begin(), cells.end());
  if (unseen.empty()) return true;
  std::vector<Cell> open = {*unseen.begin()};
  unseen.erase(unseen.begin());
  while (!open.empty()) {
    const Cell cell = open.back();
    open.pop_back();
    for (const Cell& next : lattice.neighbours(cell))
      if (unseen.erase(next) > 0) open.push_back(next);
  }
  return unseen.empty();
}

}  // namespace tesselle
