#include "puzzle/piece_sets.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace tesselle;

namespace {

using Shape = std::vector<Cell>;

enum class UpTo { rotation, rotation_and_reflection };

/// One shape stands for all its turned (and reflected) copies: the smallest.
Shape canonical(const Lattice& lattice, const Shape& shape, UpTo up_to) {
  Shape best;
  for (int g = 0; g < lattice.symmetry_count(); ++g) {
    if (lattice.reflects(g) && up_to == UpTo::rotation) continue;
    Shape image = normalised(lattice, placed(lattice, shape, g, {}));
    if (best.empty() || image < best) best = std::move(image);
  }
  return best;
}

/// Every way to join `size` cells, grown cell by cell.
std::set<Shape> enumerate(LatticeKind kind, int size, UpTo up_to) {
  const Lattice& lattice = Lattice::of(kind);
  std::set<Shape> shapes = {canonical(lattice, {{0, 0, 0}}, up_to)};
  for (int n = 1; n < size; ++n) {
    std::set<Shape> larger;
    for (const Shape& shape : shapes)
      for (const Cell& cell : shape)
        for (const Cell& next : lattice.neighbours(cell)) {
          Shape grown = shape;
          grown.push_back(next);
          if (std::set<Cell>(grown.begin(), grown.end()).size() == grown.size())
            larger.insert(canonical(lattice, grown, up_to));
        }
    shapes = std::move(larger);
  }
  return shapes;
}

std::set<Shape> shapes_of(const PieceSet& set, UpTo up_to) {
  std::set<Shape> shapes;
  for (const PackingPiece& piece : set.pieces) shapes.insert(canonical(Lattice::of(set.lattice), piece.cells, up_to));
  return shapes;
}

bool is_box(const Shape& cube_shape) {
  Cell size;
  for (const Cell& c : cube_shape)
    size = {std::max(size.x, c.x + 1), std::max(size.y, c.y + 1), std::max(size.z, c.z + 1)};
  return static_cast<std::size_t>(size.x * size.y * size.z) == cube_shape.size();
}

bool is_flat(const Shape& cube_shape) {
  std::set<int> xs, ys, zs;
  for (const Cell& c : cube_shape) xs.insert(c.x), ys.insert(c.y), zs.insert(c.z);
  return xs.size() == 1 || ys.size() == 1 || zs.size() == 1;
}

}  // namespace

TEST_CASE("complete sets hold every way to join so many cells, once") {
  struct Expected {
    std::string name;
    LatticeKind lattice;
    int size;
    UpTo up_to;
    std::size_t count;
  };
  constexpr auto free = UpTo::rotation_and_reflection, one_sided = UpTo::rotation;
  const Expected table[] = {
      {"monomino", LatticeKind::square, 1, free, 1},
      {"domino", LatticeKind::square, 2, free, 1},
      {"trominoes", LatticeKind::square, 3, free, 2},
      {"tetrominoes", LatticeKind::square, 4, free, 5},
      {"one-sided-tetrominoes", LatticeKind::square, 4, one_sided, 7},
      {"pentominoes", LatticeKind::square, 5, free, 12},
      {"one-sided-pentominoes", LatticeKind::square, 5, one_sided, 18},
      {"hexominoes", LatticeKind::square, 6, free, 35},
      {"tricubes", LatticeKind::cube, 3, one_sided, 2},
      {"tetracubes", LatticeKind::cube, 4, one_sided, 8},
      {"pentacubes", LatticeKind::cube, 5, one_sided, 29},
      {"tetriamonds", LatticeKind::triangle, 4, free, 3},
      {"pentiamonds", LatticeKind::triangle, 5, free, 4},
      {"hexiamonds", LatticeKind::triangle, 6, free, 12},
      {"trihexes", LatticeKind::hexagon, 3, free, 3},
      {"tetrahexes", LatticeKind::hexagon, 4, free, 7},
      {"pentahexes", LatticeKind::hexagon, 5, free, 22},
  };
  for (const Expected& expected : table) {
    CAPTURE(expected.name);
    const PieceSet* set = find_piece_set(expected.name);
    REQUIRE(set != nullptr);
    CHECK(set->lattice == expected.lattice);
    CHECK(set->pieces.size() == expected.count);
    CHECK(shapes_of(*set, expected.up_to) == enumerate(expected.lattice, expected.size, expected.up_to));
  }
}

TEST_CASE("solid pentominoes are the flat pentacubes") {
  std::set<Shape> flat;
  for (const Shape& shape : enumerate(LatticeKind::cube, 5, UpTo::rotation))
    if (is_flat(shape)) flat.insert(shape);
  CHECK(flat.size() == 12);
  CHECK(shapes_of(*find_piece_set("solid-pentominoes"), UpTo::rotation) == flat);
}

TEST_CASE("Soma is every way to join three or four cubes that is not a box") {
  std::set<Shape> irregular;
  for (const int size : {3, 4})
    for (const Shape& shape : enumerate(LatticeKind::cube, size, UpTo::rotation))
      if (!is_box(shape)) irregular.insert(shape);
  CHECK(irregular.size() == 7);
  CHECK(find_piece_set("soma")->pieces.size() == 7);
  CHECK(shapes_of(*find_piece_set("soma"), UpTo::rotation) == irregular);
}

TEST_CASE("the Bedlam cube is twelve different pentacubes, three of them flat, and a bent tetracube") {
  const PieceSet& bedlam = *find_piece_set("bedlam");
  const auto shapes = shapes_of(bedlam, UpTo::rotation);
  REQUIRE(bedlam.pieces.size() == 13);
  CHECK(shapes.size() == 13);
  std::size_t flat = 0, cells = 0;
  for (const Shape& shape : shapes) {
    cells += shape.size();
    flat += is_flat(shape);
    CHECK(is_connected(Lattice::of(LatticeKind::cube), shape));
  }
  CHECK(cells == 64);
  CHECK(flat == 3);
}

TEST_CASE("a set's pieces are ready to use") {
  for (const std::string& name : piece_set_names()) {
    CAPTURE(name);
    const PieceSet* set = find_piece_set(name);
    REQUIRE(set != nullptr);
    CHECK(set->name == name);
    const bool two_sided = set->lattice != LatticeKind::cube && !name.starts_with("one-sided");
    std::set<std::string> names;
    for (const PackingPiece& piece : set->pieces) {
      CAPTURE(piece.name);
      names.insert(piece.name);
      CHECK(piece.cells == normalised(Lattice::of(set->lattice), piece.cells));
      CHECK(piece.min_copies == 1);
      CHECK(piece.max_copies == 1);
      CHECK(piece.turn_over == two_sided);
      CHECK_FALSE(piece.orientations);
    }
    CHECK(names.size() == set->pieces.size());
  }
}

TEST_CASE("an unknown set is not found") { CHECK(find_piece_set("nonominoes") == nullptr); }
