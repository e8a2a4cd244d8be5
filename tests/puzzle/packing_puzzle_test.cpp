#include "tesselle/packing_puzzle.hpp"

#include <doctest/doctest.h>

#include <set>

#include "packing/tables/placements.hpp"
#include "puzzle/piece_sets.hpp"

using namespace tesselle;

namespace {

PackingPuzzle with_set(const char* set_name, std::vector<Cell> region) {
  const PieceSet& set = *find_piece_set(set_name);
  PackingPuzzle puzzle;
  puzzle.lattice = set.lattice;
  puzzle.pieces = set.pieces;
  puzzle.region = std::move(region);
  std::sort(puzzle.region.begin(), puzzle.region.end());
  return puzzle;
}

/// Cells 0 <= x < a, 0 <= y < b, 0 <= z < c.
std::vector<Cell> box(int a, int b, int c) {
  std::vector<Cell> cells;
  for (int x = 0; x < a; ++x)
    for (int y = 0; y < b; ++y)
      for (int z = 0; z < c; ++z) cells.push_back({x, y, z});
  return cells;
}

PackingPiece piece(const char* name, std::vector<Cell> cells, bool turn_over) {
  PackingPiece result;
  result.name = name;
  result.cells = std::move(cells);
  result.turn_over = turn_over;
  return result;
}

/// Every set of region cells that a piece can cover: all symmetries, all shifts of a large window.
std::size_t placements_by_trial(const PackingPuzzle& puzzle, const PackingPiece& piece, int reach) {
  const std::set<Cell> region(puzzle.region.begin(), puzzle.region.end());
  const int depth = puzzle.lattice == LatticeKind::cube ? reach : 0;
  std::set<std::vector<Cell>> found;
  for (const int g : allowed_orientations(puzzle, piece))
    for (int x = -reach; x <= reach; ++x)
      for (int y = -reach; y <= reach; ++y)
        for (int z = -depth; z <= depth; ++z) {
          auto cells = placed(puzzle.grid(), piece.cells, g, {x, y, z});
          if (std::includes(region.begin(), region.end(), cells.begin(), cells.end())) found.insert(std::move(cells));
        }
  return found.size();
}

std::size_t placements_by_trial(const PackingPuzzle& puzzle, int reach) {
  std::size_t sum = 0;
  for (const PackingPiece& each : puzzle.pieces) sum += placements_by_trial(puzzle, each, reach);
  return sum;
}

std::size_t table_size(const PackingPuzzle& puzzle) { return packing::compile_placements(puzzle).placements.size(); }

const std::vector<Cell> l_tetromino = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}};
const std::vector<Cell> l_turned = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}};
const std::vector<Cell> l_mirrored = {{0, 2, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}};

}  // namespace

TEST_CASE("pieces may be reflected only if they may be turned over, on the cube lattice never") {
  PackingPuzzle flat;
  CHECK(allowed_orientations(flat, piece("L", l_tetromino, true)).size() == 8);
  CHECK(allowed_orientations(flat, piece("L", l_tetromino, false)) == std::vector<int>{0, 1, 2, 3});
  PackingPiece restricted = piece("L", l_tetromino, true);
  restricted.orientations = {0, 5};
  CHECK(allowed_orientations(flat, restricted) == std::vector<int>{0, 5});
  PackingPuzzle solid;
  solid.lattice = LatticeKind::cube;
  CHECK(allowed_orientations(solid, piece("L", l_tetromino, true)).size() == 24);
}

TEST_CASE("distinct orientations keep the smallest symmetry of each") {
  PackingPuzzle puzzle;
  const auto ways = distinct_orientations(puzzle, piece("I", {{0, 0, 0}, {1, 0, 0}}, true));
  REQUIRE(ways.size() == 2);
  CHECK(ways[0].symmetry == 0);
  CHECK(ways[1].symmetry == 1);
  CHECK(ways[1].cells == std::vector<Cell>{{0, 0, 0}, {0, 1, 0}});
}

TEST_CASE("congruent pieces share a class") {
  PackingPuzzle puzzle;
  PackingPiece restricted = piece("restricted", l_tetromino, false);
  restricted.orientations = {0};
  puzzle.pieces = {piece("L", l_tetromino, true),
                   piece("turned", l_turned, true),
                   piece("mirrored", l_mirrored, true),
                   piece("one-sided L", l_tetromino, false),
                   piece("one-sided J", l_mirrored, false),
                   piece("one-sided turned", l_turned, false),
                   restricted};
  CHECK(congruence_classes(puzzle) == std::vector<int>{0, 0, 0, 1, 2, 1, 3});
}

TEST_CASE("pieces of a set are not congruent") {
  for (const std::string& name : piece_set_names()) {
    const auto puzzle = with_set(name.c_str(), {{0, 0, 0}});
    const auto classes = congruence_classes(puzzle);
    CHECK(std::set<int>(classes.begin(), classes.end()).size() == puzzle.pieces.size());
  }
}

TEST_CASE("known numbers of placements") {
  CHECK(table_size(with_set("domino", box(8, 8, 1))) == 112);
  CHECK(table_size(with_set("pentominoes", box(10, 6, 1))) == 2056);
  CHECK(table_size(with_set("soma", box(3, 3, 3))) == 688);
  auto hole = box(8, 8, 1);
  std::erase_if(hole, [](Cell c) { return (c.x == 3 || c.x == 4) && (c.y == 3 || c.y == 4); });
  CHECK(table_size(with_set("pentominoes", hole)) == 1568);
}

TEST_CASE("the placement table agrees with trying every symmetry and shift") {
  const auto hexagons = with_set("tetrahexes", box(5, 4, 1));
  CHECK(table_size(hexagons) == placements_by_trial(hexagons, 8));
  const auto triangles = with_set("hexiamonds", box(5, 3, 2));
  CHECK(table_size(triangles) == placements_by_trial(triangles, 8));
  const auto cubes = with_set("tetracubes", box(3, 2, 2));
  CHECK(table_size(cubes) == placements_by_trial(cubes, 5));
  const auto drafters = [] {
    auto puzzle = with_set("monomino", box(2, 2, 12));
    puzzle.lattice = LatticeKind::drafter;
    puzzle.pieces = {piece("half", {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}, true)};
    return puzzle;
  }();
  CHECK(table_size(drafters) == placements_by_trial(drafters, 4));
  CHECK(table_size(drafters) == 6 * 8);
}

TEST_CASE("placements are listed by class, say how they lie, and cover each cell once") {
  const auto puzzle = with_set("hexiamonds", box(4, 3, 2));
  const auto table = packing::compile_placements(puzzle);
  CHECK(table.classes.size() == 12);
  CHECK(table.required_cells == 24);
  for (std::size_t i = 0; i < table.placements.size(); ++i) {
    const auto& [piece_class, how, cells] = table.placements[i];
    if (i > 0) REQUIRE(table.placements[i - 1].piece_class <= piece_class);
    std::vector<Cell> named;
    for (const auto number : cells) named.push_back(puzzle.region[number]);
    REQUIRE(placed(puzzle.grid(), puzzle.pieces[how.piece.index()].cells, how.orientation, how.offset) == named);
  }
}

TEST_CASE("congruent pieces are one class with all their copies") {
  PackingPuzzle puzzle;
  puzzle.region = box(4, 4, 1);
  puzzle.pieces = {piece("L", l_tetromino, true), piece("turned", l_turned, true)};
  puzzle.pieces[1].min_copies = 0;
  puzzle.pieces[1].max_copies = 3;
  const auto table = packing::compile_placements(puzzle);
  REQUIRE(table.classes.size() == 1);
  CHECK(table.classes[0].members == std::vector{PieceId(0), PieceId(1)});
  CHECK(table.classes[0].min_copies == 1);
  CHECK(table.classes[0].max_copies == 4);
  CHECK(table.classes[0].cell_count == 4);
  CHECK(table.placements.size() == 48);
}

TEST_CASE("a hint forces its placement and removes what overlaps it") {
  auto puzzle = with_set("domino", box(3, 2, 1));
  puzzle.pieces[0].max_copies = 3;
  CHECK(table_size(puzzle) == 7);
  puzzle.hints = {{PieceId(0), 0, {0, 0, 0}}};
  const auto table = packing::compile_placements(puzzle);
  REQUIRE(table.forced.size() == 1);
  CHECK(table.placements[table.forced[0]].cells == std::vector<std::uint32_t>{0, 2});
  CHECK(table.placements.size() == 4);  // itself, two in the lower row, one upright at the right
}

TEST_CASE("optional cells are numbered after the region and may be covered") {
  auto puzzle = with_set("domino", box(2, 1, 1));
  puzzle.optional_cells = {{2, 0, 0}};
  const auto table = packing::compile_placements(puzzle);
  CHECK(table.required_cells == 2);
  CHECK(table.all_cells == 3);
  CHECK(table.placements.size() == 2);
}
