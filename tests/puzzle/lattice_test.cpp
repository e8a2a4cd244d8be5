#include "tesselle/lattice.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <set>

#include "puzzle/piece_sets.hpp"
#include "tesselle/packing_puzzle.hpp"

using namespace tesselle;

namespace {

constexpr std::array<LatticeKind, 5> all_kinds = {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle,
                                                  LatticeKind::hexagon, LatticeKind::drafter};

/// Every cell with |x|, |y| (and |z| on the cube lattice) up to `reach`.
std::vector<Cell> cells_around_origin(const Lattice& lattice, int reach) {
  const bool cube = lattice.kind() == LatticeKind::cube;
  const int low = cube ? -reach : 0, high = cube ? reach : lattice.class_count() - 1;
  std::vector<Cell> cells;
  for (int x = -reach; x <= reach; ++x)
    for (int y = -reach; y <= reach; ++y)
      for (int z = low; z <= high; ++z) cells.push_back({x, y, z});
  return cells;
}

Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
bool same_point(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y) < 1e-9; }

double signed_area(const std::vector<Point>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return twice / 2;
}

Point centre_of(const std::vector<Point>& polygon) {
  Point sum;
  for (const Point& p : polygon) sum = {sum.x + p.x, sum.y + p.y};
  const auto count = static_cast<double>(polygon.size());
  return {sum.x / count, sum.y / count};
}

int common_corners(const std::vector<Point>& a, const std::vector<Point>& b) {
  int common = 0;
  for (const Point& p : a)
    for (const Point& q : b) common += same_point(p, q);
  return common;
}

/// The affine map of the plane that a symmetry must be, measured on three cells of one class.
struct PlaneMap {
  Point origin, image, along_x, along_y;  // along_*: images of the unit vectors

  PlaneMap(const Lattice& lattice, int symmetry) {
    const auto centre = [&](Cell cell) { return centre_of(lattice.outline(cell)); };
    const auto moved = [&](Cell cell) { return centre(lattice.apply(symmetry, cell)); };
    origin = centre({0, 0, 0});
    image = moved({0, 0, 0});
    const Point u = centre({1, 0, 0}) - origin, v = centre({0, 1, 0}) - origin;
    const Point fu = moved({1, 0, 0}) - image, fv = moved({0, 1, 0}) - image;
    const double det = cross(u, v);
    along_x = {(fu.x * v.y - fv.x * u.y) / det, (fu.y * v.y - fv.y * u.y) / det};
    along_y = {(fv.x * u.x - fu.x * v.x) / det, (fv.y * u.x - fu.y * v.x) / det};
  }

  Point operator()(Point p) const {
    const Point d = p - origin;
    return {image.x + along_x.x * d.x + along_y.x * d.y, image.y + along_x.y * d.x + along_y.y * d.y};
  }
};

int cube_determinant(const Lattice& lattice, int g) {
  const Cell o = lattice.apply(g, {0, 0, 0});
  const Cell a = lattice.apply(g, {1, 0, 0}) - o, b = lattice.apply(g, {0, 1, 0}) - o,
             c = lattice.apply(g, {0, 0, 1}) - o;
  return a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y);
}

/// BurrTools' numbering of the symmetries of the cube, one matrix per entry, row by row.
constexpr const char* burrtools_matrices[48] = {
    "+00 0+0 00+", "+00 00- 0+0", "+00 0-0 00-", "+00 00+ 0-0", "00- 0+0 +00", "0-0 00- +00", "00+ 0-0 +00",
    "0+0 00+ +00", "-00 0+0 00-", "-00 00- 0-0", "-00 0-0 00+", "-00 00+ 0+0", "00+ 0+0 -00", "0+0 00- -00",
    "00- 0-0 -00", "0-0 00+ -00", "0-0 +00 00+", "00+ +00 0+0", "0+0 +00 00-", "00- +00 0-0", "0+0 -00 00+",
    "00- -00 0+0", "0-0 -00 00-", "00+ -00 0-0", "-00 0+0 00+", "-00 00- 0+0", "-00 0-0 00-", "-00 00+ 0-0",
    "00- 0+0 -00", "0-0 00- -00", "00+ 0-0 -00", "0+0 00+ -00", "+00 0+0 00-", "+00 00- 0-0", "+00 0-0 00+",
    "+00 00+ 0+0", "00+ 0+0 +00", "0+0 00- +00", "00- 0-0 +00", "0-0 00+ +00", "0-0 -00 00+", "00+ -00 0+0",
    "0+0 -00 00-", "00- -00 0-0", "0+0 +00 00+", "00- +00 0+0", "0-0 +00 00-", "00+ +00 0-0",
};

constexpr int half_triangles[6] = {7, 14, 28, 56, 49, 35};

std::set<Cell> cells_of_mask(int i, int j, int down, int mask) {
  std::set<Cell> cells;
  for (int k = 0; k < 6; ++k)
    if (mask >> k & 1) cells.insert({i, j, 6 * down + k});
  return cells;
}

std::set<Cell> image_of(const Lattice& lattice, int symmetry, const std::set<Cell>& cells) {
  std::set<Cell> image;
  for (const Cell& cell : cells) image.insert(lattice.apply(symmetry, cell));
  return image;
}

int rotated_left(int mask, int by) { return ((mask << by) | (mask >> (6 - by))) & 63; }

int renumbered(int mask, int sum) {  // sector k becomes (sum - k) mod 6
  int result = 0;
  for (int k = 0; k < 6; ++k)
    if (mask >> k & 1) result |= 1 << ((sum - k + 6) % 6);
  return result;
}

std::size_t orientation_count(const char* set_name, const char* piece_name) {
  const PieceSet& set = *find_piece_set(set_name);
  PackingPuzzle puzzle;
  puzzle.lattice = set.lattice;
  for (const PackingPiece& piece : set.pieces)
    if (piece.name == piece_name) return distinct_orientations(puzzle, piece).size();
  return 0;
}

std::size_t orientation_count(const char* set_name) {
  std::size_t sum = 0;
  for (const PackingPiece& piece : find_piece_set(set_name)->pieces)
    sum += orientation_count(set_name, piece.name.c_str());
  return sum;
}

}  // namespace

TEST_CASE("lattices have names and as many symmetries as their cells' shape allows") {
  const std::array<int, 5> symmetries = {8, 48, 12, 12, 12}, classes = {1, 1, 2, 1, 12};
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    const Lattice& lattice = Lattice::of(all_kinds[i]);
    CHECK(lattice.kind() == all_kinds[i]);
    CHECK(Lattice::kind_named(lattice.name()) == all_kinds[i]);
    CHECK(lattice.symmetry_count() == symmetries[i]);
    CHECK(lattice.class_count() == classes[i]);
  }
  CHECK_FALSE(Lattice::kind_named("octagon"));
}

TEST_CASE("only the classes of a lattice are cells") {
  for (const LatticeKind kind : all_kinds) {
    const Lattice& lattice = Lattice::of(kind);
    const bool cube = kind == LatticeKind::cube;
    CHECK(lattice.is_cell({-7, 3, 0}));
    CHECK(lattice.is_cell({0, 0, lattice.class_count() - 1}));
    CHECK(lattice.is_cell({0, 0, lattice.class_count()}) == cube);
    CHECK(lattice.is_cell({0, 0, -1}) == cube);
  }
}

TEST_CASE("the symmetries of every lattice form a group that acts on the cells") {
  for (const LatticeKind kind : all_kinds) {
    const Lattice& lattice = Lattice::of(kind);
    CAPTURE(lattice.name());
    const auto cells = cells_around_origin(lattice, 2);
    std::set<std::vector<Cell>> actions;
    for (int g = 0; g < lattice.symmetry_count(); ++g) {
      std::vector<Cell> action;
      for (const Cell& cell : cells) action.push_back(lattice.apply(g, cell));
      actions.insert(action);
      if (g == 0) CHECK(action == cells);
      REQUIRE(lattice.compose(g, 0) == g);
      REQUIRE(lattice.compose(0, g) == g);
      REQUIRE(lattice.compose(lattice.inverse(g), g) == 0);
      REQUIRE(lattice.compose(g, lattice.inverse(g)) == 0);
      for (int h = 0; h < lattice.symmetry_count(); ++h) {
        const int product = lattice.compose(g, h);
        REQUIRE(product >= 0);
        REQUIRE(lattice.reflects(product) == (lattice.reflects(g) != lattice.reflects(h)));
        bool agrees = true;
        for (const Cell& cell : cells)
          agrees = agrees && lattice.apply(product, cell) == lattice.apply(g, lattice.apply(h, cell));
        REQUIRE(agrees);
      }
    }
    CHECK(actions.size() == static_cast<std::size_t>(lattice.symmetry_count()));
  }
}

TEST_CASE("symmetries map neighbours onto neighbours") {
  for (const LatticeKind kind : all_kinds) {
    const Lattice& lattice = Lattice::of(kind);
    CAPTURE(lattice.name());
    for (const Cell& cell : cells_around_origin(lattice, 2))
      for (int g = 0; g < lattice.symmetry_count(); ++g) {
        const auto near = lattice.neighbours(cell), there = lattice.neighbours(lattice.apply(g, cell));
        REQUIRE(image_of(lattice, g, {near.begin(), near.end()}) == std::set<Cell>(there.begin(), there.end()));
      }
  }
}

TEST_CASE("neighbours are the cells that share a side") {
  const std::array<std::size_t, 5> sides = {4, 6, 3, 6, 3};
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    const Lattice& lattice = Lattice::of(all_kinds[i]);
    CAPTURE(lattice.name());
    const auto window = cells_around_origin(lattice, 2);
    for (const Cell& cell : cells_around_origin(lattice, 1)) {
      const auto near = lattice.neighbours(cell);
      const std::set<Cell> neighbours(near.begin(), near.end());
      REQUIRE(neighbours.size() == sides[i]);
      for (const Cell& other : window) {
        if (other == cell) continue;
        const Cell d = other - cell;
        const bool touch = all_kinds[i] == LatticeKind::cube
                               ? std::abs(d.x) + std::abs(d.y) + std::abs(d.z) == 1
                               : common_corners(lattice.outline(cell), lattice.outline(other)) == 2;
        REQUIRE((neighbours.count(other) == 1) == touch);
      }
    }
  }
}

TEST_CASE("outlines run counter-clockwise and have the area of their lattice's cell") {
  const double root3 = std::sqrt(3.0);
  const std::array<double, 5> areas = {1, 1, root3 / 4, root3 / 2, root3 / 24};
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    const Lattice& lattice = Lattice::of(all_kinds[i]);
    for (const Cell& cell : cells_around_origin(lattice, 1))
      CHECK(signed_area(lattice.outline(cell)) == doctest::Approx(areas[i]));
  }
}

TEST_CASE("a symmetry of a flat lattice is an isometry of the plane, and reflects() is the sign of its determinant") {
  for (const LatticeKind kind : all_kinds) {
    if (kind == LatticeKind::cube) continue;
    const Lattice& lattice = Lattice::of(kind);
    CAPTURE(lattice.name());
    for (int g = 0; g < lattice.symmetry_count(); ++g) {
      CAPTURE(g);
      const PlaneMap map(lattice, g);
      CHECK(std::hypot(map.along_x.x, map.along_x.y) == doctest::Approx(1));
      CHECK(std::hypot(map.along_y.x, map.along_y.y) == doctest::Approx(1));
      CHECK(cross(map.along_x, map.along_y) == doctest::Approx(lattice.reflects(g) ? -1 : 1));
      for (const Cell& cell : cells_around_origin(lattice, 2)) {
        auto moved = lattice.outline(cell);
        for (Point& p : moved) p = map(p);
        const auto there = lattice.outline(lattice.apply(g, cell));
        REQUIRE(moved.size() == there.size());
        REQUIRE(common_corners(moved, there) == static_cast<int>(there.size()));
      }
    }
  }
}

TEST_CASE("the cube's symmetries are numbered as BurrTools numbers them") {
  const Lattice& cube = Lattice::of(LatticeKind::cube);
  for (int g = 0; g < 48; ++g) {
    const std::string text = burrtools_matrices[g];
    const auto entry = [&](std::size_t row, std::size_t column) {
      const char mark = text[row * 4 + column];
      return mark == '+' ? 1 : mark == '-' ? -1 : 0;
    };
    for (std::size_t column = 0; column < 3; ++column) {
      const Cell axis = {column == 0, column == 1, column == 2};
      CHECK(cube.apply(g, axis) == Cell{entry(0, column), entry(1, column), entry(2, column)});
    }
    CHECK(cube.apply(g, {0, 0, 0}) == Cell{});
    CHECK(cube_determinant(cube, g) == (cube.reflects(g) ? -1 : 1));
    CHECK(cube.reflects(g) == (g >= 24));
  }
}

TEST_CASE("square symmetries: flip x, then quarter turns") {
  const Lattice& square = Lattice::of(LatticeKind::square);
  CHECK(square.apply(1, {2, 5, 0}) == Cell{-5, 2, 0});
  CHECK(square.apply(4, {2, 5, 0}) == Cell{-2, 5, 0});
  CHECK(square.apply(7, {2, 5, 0}) == Cell{5, 2, 0});
}

TEST_CASE("half triangles turn and reflect as Eternity's data say") {
  const Lattice& drafter = Lattice::of(LatticeKind::drafter);
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      for (const int mask : half_triangles) {
        const auto up = cells_of_mask(i, j, 0, mask), down = cells_of_mask(i, j, 1, mask);
        CHECK(image_of(drafter, 1, up) == cells_of_mask(-j - 1, i + j, 1, mask));
        CHECK(image_of(drafter, 1, down) == cells_of_mask(-j - 1, i + j + 1, 0, rotated_left(mask, 2)));
        CHECK(image_of(drafter, 6, up) == cells_of_mask(j, i, 0, renumbered(mask, 5)));
        CHECK(image_of(drafter, 6, down) == cells_of_mask(j, i, 1, renumbered(mask, 3)));
      }
}

TEST_CASE("pentominoes have their known number of orientations") {
  CHECK(orientation_count("pentominoes", "F") == 8);
  CHECK(orientation_count("pentominoes", "Z") == 4);
  CHECK(orientation_count("pentominoes", "I") == 2);
  CHECK(orientation_count("pentominoes", "X") == 1);
  CHECK(orientation_count("pentominoes") == 63);
  CHECK(orientation_count("solid-pentominoes", "F") == 24);
  CHECK(orientation_count("solid-pentominoes", "Z") == 12);
  CHECK(orientation_count("solid-pentominoes", "I") == 3);
  CHECK(orientation_count("solid-pentominoes", "X") == 3);
  CHECK(orientation_count("solid-pentominoes") == 186);
  CHECK(orientation_count("one-sided-pentominoes", "F'") == 4);
  CHECK(orientation_count("one-sided-pentominoes") == 63);
  CHECK(orientation_count("hexiamonds", "O") == 1);
  CHECK(orientation_count("hexiamonds", "P") == 12);
  CHECK(orientation_count("tetrahexes", "Y") == 2);
}

TEST_CASE("normalised() moves a shape to the origin and never changes a cell's class") {
  const Lattice& square = Lattice::of(LatticeKind::square);
  CHECK(normalised(square, {{4, -2, 0}, {3, -1, 0}}) == std::vector<Cell>{{0, 1, 0}, {1, 0, 0}});
  const Lattice& cube = Lattice::of(LatticeKind::cube);
  CHECK(normalised(cube, {{1, 1, 5}, {1, 1, 4}}) == std::vector<Cell>{{0, 0, 0}, {0, 0, 1}});
  const Lattice& drafter = Lattice::of(LatticeKind::drafter);
  CHECK(normalised(drafter, {{1, 1, 11}, {2, 1, 7}}) == std::vector<Cell>{{0, 0, 11}, {1, 0, 7}});
  CHECK(normalised(square, {}).empty());
}

TEST_CASE("placed() turns about the origin, then shifts") {
  const Lattice& square = Lattice::of(LatticeKind::square);
  const std::vector<Cell> shape = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}};
  CHECK(placed(square, shape, 1, {5, 5, 0}) == std::vector<Cell>{{4, 7, 0}, {5, 5, 0}, {5, 6, 0}, {5, 7, 0}});
}

TEST_CASE("cells that only touch at a corner are not connected") {
  const auto connected = [](LatticeKind kind, std::vector<Cell> cells) {
    return is_connected(Lattice::of(kind), cells);
  };
  CHECK(connected(LatticeKind::square, {}));
  CHECK(connected(LatticeKind::square, {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}}));
  CHECK_FALSE(connected(LatticeKind::square, {{0, 0, 0}, {1, 1, 0}}));
  CHECK(connected(LatticeKind::hexagon, {{1, 0, 0}, {0, 1, 0}}));
  CHECK_FALSE(connected(LatticeKind::hexagon, {{0, 0, 0}, {1, 1, 0}}));
  CHECK_FALSE(connected(LatticeKind::cube, {{0, 0, 0}, {0, 1, 1}}));
  CHECK_FALSE(connected(LatticeKind::triangle, {{0, 0, 0}, {1, 0, 0}}));
  CHECK(connected(LatticeKind::drafter, {{0, 0, 0}, {0, -1, 9}}));
  CHECK_FALSE(connected(LatticeKind::drafter, {{0, 0, 0}, {0, 0, 2}}));
}
