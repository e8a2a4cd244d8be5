#include "puzzle/symmetry.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

Puzzle blank_edge_board(int width, int height) {
  EdgePuzzle puzzle;
  puzzle.width = width;
  puzzle.height = height;
  puzzle.colours = {"0", "1", "2", "3"};
  for (std::size_t c = 0; c < 4; ++c) puzzle.mate.push_back(Colour(c));
  for (std::size_t p = 0; p < puzzle.cell_count(); ++p)
    puzzle.pieces.push_back({Colour(0), Colour(1), Colour(2), Colour(p % 4)});
  return {"blank", "", "", puzzle};
}

Puzzle with_hint(Puzzle puzzle, EdgeHint hint) {
  std::get<EdgePuzzle>(puzzle.body).hints.push_back(hint);
  return puzzle;
}

PackingPuzzle& packing_of(Puzzle& puzzle) { return std::get<PackingPuzzle>(puzzle.body); }

std::size_t order_of(const Puzzle& puzzle) { return SymmetryGroup(puzzle).order(); }

Puzzle one_piece(LatticeKind lattice, std::string_view region, std::string_view piece) {
  return packing_puzzle("one", lattice, drawn_cells(region), {piece_of_cells(lattice, "A", drawn_cells(piece))});
}

}  // namespace

TEST_CASE("edge-matching boards have the rotations of their rectangle") {
  CHECK(order_of(blank_edge_board(4, 4)) == 4);
  CHECK(order_of(blank_edge_board(4, 3)) == 2);
  CHECK(order_of(blank_edge_board(1, 5)) == 2);
  CHECK(order_of(blank_edge_board(1, 1)) == 4);
  CHECK(SymmetryGroup(giraffe()).description() == "rotations");
}

TEST_CASE("hints of edge-matching boards take rotations away unless they are turned onto one another") {
  const Puzzle corner = with_hint(blank_edge_board(3, 3), {Square(0), {PieceId(0), 0}});
  CHECK(order_of(corner) == 1);
  CHECK(SymmetryGroup(corner).description() == "nothing");

  // Pieces 0, 4 and 8 are twins: with one in each of two opposite corners, half a turn is left.
  const Puzzle opposite = with_hint(corner, {Square(8), {PieceId(4), 2}});
  CHECK(order_of(opposite) == 2);
  CHECK(order_of(with_hint(corner, {Square(8), {PieceId(4), 1}})) == 1);
  CHECK(order_of(with_hint(corner, {Square(8), {PieceId(5), 2}})) == 1);

  Puzzle symmetric_centre = blank_edge_board(3, 3);
  std::get<EdgePuzzle>(symmetric_centre.body).pieces[4] = {Colour(1), Colour(2), Colour(1), Colour(2)};
  CHECK(order_of(with_hint(symmetric_centre, {Square(4), {PieceId(4), 0}})) == 2);
  std::get<EdgePuzzle>(symmetric_centre.body).pieces[4] = {Colour(1), Colour(1), Colour(1), Colour(1)};
  CHECK(order_of(with_hint(symmetric_centre, {Square(4), {PieceId(4), 0}})) == 4);
}

TEST_CASE("a quarter turn of an edge-matching board goes clockwise") {
  const Puzzle puzzle = framed_3x3();
  const SymmetryGroup group(puzzle);
  const EdgeBoard board = pieces_in_order(puzzle.edge());
  const Solution turned = group.image(1, {board});
  CHECK(turned.edge().cells[2] == Placed{PieceId(0), 1});
  CHECK(turned.edge().cells[5] == Placed{PieceId(1), 1});
  CHECK(turned.edge().cells[0] == Placed{PieceId(6), 1});
  CHECK(verify(puzzle, turned).solves());
}

TEST_CASE("packing groups of known puzzles") {
  CHECK(order_of(pentominoes_in(6, 10)) == 4);
  CHECK(order_of(pentominoes_in(3, 4, 5)) == 8);
  CHECK(order_of(pentominoes_in(2, 2, 15)) == 16);
  CHECK(order_of(soma()) == 48);
  CHECK(order_of(bedlam()) == 24);
  CHECK(SymmetryGroup(bedlam()).description() == "rotations");
  CHECK(SymmetryGroup(soma()).description() == "rotations and reflections");
}

TEST_CASE("a flat box of cubes has the symmetries of a rectangle") {
  CHECK(order_of(pentominoes_in(6, 10, 1)) == 4);
  CHECK(order_of(pentominoes_in(1, 60, 1)) == 2);
  CHECK(order_of(pentominoes_in(60, 1)) == 2);
}

TEST_CASE("reflections need mirror images") {
  Puzzle soma_without_mirror = soma();
  packing_of(soma_without_mirror).pieces.erase(packing_of(soma_without_mirror).pieces.begin() + 5);
  CHECK(order_of(soma_without_mirror) == 24);

  Puzzle one_sided = pentominoes_in(6, 10);
  for (PackingPiece& piece : packing_of(one_sided).pieces) piece.turn_over = false;
  CHECK(order_of(one_sided) == 2);
  for (const PackingPiece& piece : pentominoes(LatticeKind::square)) {
    packing_of(one_sided).pieces.push_back(piece);
    packing_of(one_sided).pieces.back().turn_over = false;
    for (Cell& cell : packing_of(one_sided).pieces.back().cells) cell.x = -cell.x;
    auto& cells = packing_of(one_sided).pieces.back().cells;
    cells = normalised(Lattice::of(LatticeKind::square), cells);
  }
  CHECK(order_of(one_sided) == 4);
  packing_of(one_sided).pieces.front().max_copies = 2;  // now there are more F than mirrored F
  CHECK(order_of(one_sided) == 2);
}

TEST_CASE("restricted orientations, optional cells and hints take symmetries away") {
  Puzzle puzzle = one_piece(LatticeKind::square, "###/###/###", "##");
  CHECK(order_of(puzzle) == 8);
  packing_of(puzzle).pieces[0].orientations = {0};
  CHECK(order_of(puzzle) == 4);

  Puzzle optional = one_piece(LatticeKind::square, ".##/###/###", "##");
  CHECK(order_of(optional) == 2);
  CHECK(SymmetryGroup(optional).description() == "reflections");
  packing_of(optional).optional_cells = {{0, 0, 0}};
  CHECK(order_of(optional) == 2);

  Puzzle hinted = one_piece(LatticeKind::square, "###/###/###", "##");
  packing_of(hinted).pieces[0].max_copies = 4;
  packing_of(hinted).hints = {lying_on(hinted.packing(), PieceId(0), {{0, 0, 0}, {1, 0, 0}})};
  CHECK(order_of(hinted) == 1);
  packing_of(hinted).hints.push_back(lying_on(hinted.packing(), PieceId(0), {{1, 2, 0}, {2, 2, 0}}));
  CHECK(order_of(hinted) == 2);
}

TEST_CASE("triangle, hexagon and drafter boards") {
  const std::vector<Cell> hexagon = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {1, -1, 0}};
  CHECK(order_of(packing_puzzle("h", LatticeKind::hexagon, hexagon,
                                {piece_of_cells(LatticeKind::hexagon, "A", {{0, 0, 0}})})) == 12);
  // The six triangles around a corner.
  const std::vector<Cell> fan = {{0, 0, 0}, {-1, 0, 1}, {-1, 0, 0}, {-1, -1, 1}, {0, -1, 0}, {0, -1, 1}};
  CHECK(order_of(packing_puzzle("t", LatticeKind::triangle, fan,
                                {piece_of_cells(LatticeKind::triangle, "A", {{0, 0, 0}})})) == 12);
  std::vector<Cell> sectors;
  for (int z = 0; z < 6; ++z) sectors.push_back({0, 0, z});
  CHECK(order_of(packing_puzzle("d", LatticeKind::drafter, sectors,
                                {piece_of_cells(LatticeKind::drafter, "A", {{0, 0, 0}})})) == 6);
}

TEST_CASE("images of a Soma solution: the two chiral pieces change places in reflections") {
  const Puzzle puzzle = soma();
  const SymmetryGroup group(puzzle);
  const Solution solution{drawn_layout(puzzle.packing(), soma_drawing())};
  REQUIRE(verify(puzzle, solution).solves());
  CHECK(group.orbit_size(solution) == 48);
  const auto orbit = group.orbit(solution);
  CHECK(orbit.size() == 48);
  CHECK(orbit.front() == solution);
  CHECK(std::all_of(orbit.begin(), orbit.end(), [&](const Solution& s) { return verify(puzzle, s).solves(); }));
  CHECK(std::count_if(orbit.begin(), orbit.end(), [&](const Solution& s) { return group.is_representative(s); }) == 1);
}

TEST_CASE("keys do not show twins, congruent pieces and turns of symmetric pieces") {
  Puzzle puzzle = blank_edge_board(3, 2);
  std::get<EdgePuzzle>(puzzle.body).pieces[1] = {Colour(1), Colour(2), Colour(1), Colour(2)};
  const SymmetryGroup group(puzzle);
  EdgeBoard board = pieces_in_order(puzzle.edge());
  const SolutionKey key = group.key({board});
  std::swap(board.cells[0], board.cells[4]);
  CHECK(group.key({board}) == key);
  board.cells[1]->rotation = 2;
  CHECK(group.key({board}) == key);
  board.cells[1]->rotation = 1;
  CHECK(group.key({board}) != key);

  Puzzle two = packing_puzzle("two", LatticeKind::square, box_cells(2, 2),
                              {piece_of_cells(LatticeKind::square, "A", box_cells(1, 2)),
                               piece_of_cells(LatticeKind::square, "B", box_cells(2, 1))});
  const SymmetryGroup squares(two);
  const auto lay = [&](std::size_t first, std::size_t second) {
    return Solution{PackingLayout{{lying_on(two.packing(), PieceId(first), box_cells(1, 2)),
                                   lying_on(two.packing(), PieceId(second), {{1, 0, 0}, {1, 1, 0}})}}};
  };
  CHECK(squares.key(lay(0, 1)) == squares.key(lay(1, 0)));
  CHECK(squares.order() == 8);
  CHECK(squares.orbit_size(lay(0, 1)) == 2);  // both upright, or both lying
}

TEST_CASE("partial boards have keys and orbits too") {
  const Puzzle puzzle = framed_3x3();
  const SymmetryGroup group(puzzle);
  EdgeBoard board;
  board.cells.resize(9);
  CHECK(group.orbit_size({board}) == 1);
  board.cells[0] = Placed{PieceId(0), 0};
  CHECK(group.orbit_size({board}) == 4);

  const Puzzle flat = pentominoes_in(6, 10);
  PackingLayout layout = drawn_layout(flat.packing(), pentominoes_6x10_drawing());
  layout.placements.resize(1);
  CHECK(SymmetryGroup(flat).orbit_size({layout}) == 4);
  CHECK(SymmetryGroup(flat).orbit_size({PackingLayout{}}) == 1);
}

namespace {

/// Everything a group promises, checked on every solution of a puzzle by applying every symmetry.
void check_group(const Puzzle& puzzle, const Boards& boards) {
  CAPTURE(describe(puzzle));
  const SymmetryGroup group(puzzle);
  std::size_t representatives = 0, in_orbits = 0;
  for (const auto& [key, board] : boards) {
    CAPTURE(describe(board));
    std::set<SolutionKey> orbit;
    for (std::size_t g = 0; g < group.order(); ++g) {
      const Solution image = group.image(g, board);
      REQUIRE(summary(verify(puzzle, image)) == "solves it");
      REQUIRE(group.key(image) == group.image_key(g, board));
      orbit.insert(group.key(image));
    }
    REQUIRE(std::all_of(orbit.begin(), orbit.end(), [&](const SolutionKey& k) { return boards.count(k) > 0; }));
    REQUIRE(group.orbit_size(board) == orbit.size());
    REQUIRE(group.orbit(board).size() == orbit.size());
    REQUIRE(group.order() % orbit.size() == 0);
    REQUIRE(group.is_representative(board) == (*orbit.begin() == key));
    representatives += group.is_representative(board);
    in_orbits += group.is_representative(board) ? orbit.size() : 0;
  }
  CHECK(representatives == distinct_count(puzzle, boards));
  CHECK(in_orbits == boards.size());
}

/// The elements are closed under composition, as permutations of cells and classes.
void check_closed(const Puzzle& puzzle) {
  const SymmetryGroup group(puzzle);
  const auto& elements = group.elements();
  std::set<std::pair<std::vector<std::uint32_t>, std::vector<int>>> known;
  for (const auto& e : elements) known.emplace(e.cells, e.class_image);
  if (puzzle.family() == Family::packing) REQUIRE(known.size() == elements.size());
  for (const auto& a : elements)
    for (const auto& b : elements) {
      auto cells = a.cells;
      for (auto& cell : cells) cell = b.cells[cell];
      auto classes = a.class_image;
      for (auto& c : classes) c = b.class_image[static_cast<std::size_t>(c)];
      REQUIRE(known.count({cells, classes}) == 1);
    }
}

}  // namespace

TEST_CASE("groups of random edge-matching puzzles keep their promises on every solution") {
  std::size_t solutions = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    const auto boards = try_all_boards(puzzle, 20'000);
    check_closed(puzzle);
    if (!boards || boards->size() > 500) continue;
    check_group(puzzle, *boards);
    solutions += boards->size();
  }
  CHECK(solutions > 1000);
}

TEST_CASE("groups of random packing puzzles keep their promises on every solution") {
  std::size_t solutions = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng);
    const auto boards = try_all_boards(puzzle, 20'000);
    check_closed(puzzle);
    if (!boards || boards->size() > 300) continue;
    check_group(puzzle, *boards);
    solutions += boards->size();
  }
  CHECK(solutions > 1000);
}

TEST_CASE("without restrictions and hints the group is every symmetry of the region") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    PackingRecipe recipe;
    recipe.restrictions = recipe.loose_use = false;
    recipe.max_hints = 0;
    const Puzzle puzzle = random_packing_puzzle(rng, recipe);
    const PackingPuzzle& body = puzzle.packing();
    if (body.lattice == LatticeKind::cube) continue;  // chiral pieces
    std::set<std::vector<Cell>> seen;
    for (int g = 0; g < body.grid().symmetry_count(); ++g)
      for (const Cell& target : body.region) {
        const Cell shift = target - body.grid().apply(g, body.region.front());
        if (shift.z != 0) continue;
        auto optional = placed(body.grid(), body.optional_cells, g, shift);
        if (placed(body.grid(), body.region, g, shift) != body.region || optional != body.optional_cells) continue;
        std::vector<Cell> images;
        for (const auto* cells : {&body.region, &body.optional_cells})
          for (const Cell& cell : *cells) images.push_back(body.grid().apply(g, cell) + shift);
        seen.insert(images);
      }
    CAPTURE(describe(puzzle));
    CHECK(order_of(puzzle) == seen.size());
  }
}
