#include "render/outline.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace tesselle;
using namespace tesselle::render;

namespace {

double cell_area(LatticeKind kind) {
  const double triangle = std::sqrt(3.0) / 4;
  switch (kind) {
    case LatticeKind::square:
    case LatticeKind::cube:
      return 1;
    case LatticeKind::triangle:
      return triangle;
    case LatticeKind::hexagon:
      return 2 * triangle;  // centres are 1 apart
    case LatticeKind::drafter:
      return triangle / 6;
  }
  return 0;
}

/// A random connected set of cells, grown far from the origin so that rounding is put to the test.
std::vector<Cell> random_shape(LatticeKind kind, std::size_t size, std::mt19937& random) {
  const Lattice& lattice = Lattice::of(kind);
  std::set<Cell> cells = {{static_cast<int>(random() % 2000) - 1000, static_cast<int>(random() % 2000) - 1000, 0}};
  while (cells.size() < size) {
    auto from = cells.begin();
    std::advance(from, static_cast<long>(random() % cells.size()));
    auto near = lattice.neighbours(*from);
    std::erase_if(near, [](const Cell& c) { return c.z < 0; });
    Cell next = near[random() % near.size()];
    if (kind == LatticeKind::cube) next.z = 0;
    cells.insert(next);
  }
  return {cells.begin(), cells.end()};
}

bool is_collinear(Point a, Point b, Point c) {
  return std::abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) < 1e-9;
}

}  // namespace

TEST_CASE("an outline encloses exactly its cells, on every lattice") {
  std::mt19937 random(7);
  for (const LatticeKind kind :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter})
    for (std::size_t size = 1; size <= 60; ++size) {
      const auto cells = random_shape(kind, size, random);
      const auto rings = outline_of(Lattice::of(kind), cells);
      REQUIRE(area_of(rings) == doctest::Approx(cell_area(kind) * static_cast<double>(size)).epsilon(1e-6));
      for (const Ring& ring : rings)
        for (std::size_t k = 0; k < ring.size(); ++k)
          REQUIRE_FALSE(is_collinear(ring[k], ring[(k + 1) % ring.size()], ring[(k + 2) % ring.size()]));
    }
}

TEST_CASE("straight sides are one line, holes are rings of their own") {
  std::vector<Cell> square;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) square.push_back({x, y, 0});
  const Lattice& lattice = Lattice::of(LatticeKind::square);
  CHECK(outline_of(lattice, square).size() == 1);
  CHECK(outline_of(lattice, square).front().size() == 4);

  std::erase(square, Cell{2, 2, 0});
  const auto rings = outline_of(lattice, square);
  CHECK(rings.size() == 2);
  CHECK(area_of(rings) == doctest::Approx(24));
  CHECK(outline_of(lattice, {}).empty());
}

TEST_CASE("six sectors are a triangle, three a drafter") {
  const Lattice& lattice = Lattice::of(LatticeKind::drafter);
  for (int down = 0; down < 2; ++down) {
    std::vector<Cell> cells;
    for (int k = 0; k < 6; ++k) cells.push_back({3, -2, 6 * down + k});
    CHECK(outline_of(lattice, cells).front().size() == 3);
    cells.resize(3);
    CHECK(outline_of(lattice, cells).front().size() == 3);
  }
}

TEST_CASE("labels stand inside, where there is room") {
  const Lattice& lattice = Lattice::of(LatticeKind::square);
  const std::vector<Cell> p = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 2, 0}};
  const Anchor anchor = label_anchor(lattice, p, outline_of(lattice, p));
  CHECK(anchor.clearance == doctest::Approx(1));
  CHECK(anchor.point.x == doctest::Approx(1));
  CHECK(anchor.point.y == doctest::Approx(-1));
}
