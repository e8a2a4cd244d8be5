#include <doctest/doctest.h>

#include <limits>

#include "support/examples.hpp"
#include "support/words.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

PackingPuzzle rectangle() { return pentominoes_in(6, 10).packing(); }
PackingLayout solved() { return drawn_layout(rectangle(), pentominoes_6x10_drawing()); }
std::size_t number_of(const PackingPuzzle& puzzle, std::string_view name) {
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p)
    if (puzzle.pieces[p].name == name) return p;
  return puzzle.pieces.size();
}

}  // namespace

TEST_CASE("a solved rectangle and a solved cube") {
  const Verdict flat = verify_packing(rectangle(), solved());
  CHECK(flat.solves());
  CHECK(flat.score == 12);
  CHECK(flat.max_score == 12);
  CHECK(flat.conflicts == 0);
  const Puzzle block = soma();
  CHECK(verify(block, {drawn_layout(block.packing(), soma_drawing())}).solves());
}

TEST_CASE("a partial layout is legal and says what is missing") {
  PackingLayout layout = solved();
  layout.placements.erase(layout.placements.begin());  // F
  const Verdict verdict = verify_packing(rectangle(), layout);
  CHECK(verdict.legal());
  CHECK_FALSE(verdict.complete);
  CHECK(verdict.score == 11);
  CHECK(verdict.conflicts == 5);
  CHECK(names(verdict.shortfalls, "cell (0,0) is not covered"));
  CHECK(names(verdict.shortfalls, "piece F is used 0 times, at least 1 is needed"));
  const Verdict empty = verify_packing(rectangle(), {});
  CHECK(empty.legal());
  CHECK(empty.conflicts == 60);
}

TEST_CASE("faults of layouts are named") {
  const PackingPuzzle puzzle = rectangle();
  PackingLayout layout = solved();
  PackingPlacement& first = layout.placements[0];

  SUBCASE("used too often") {
    layout.placements.push_back(first);
    const Verdict verdict = verify_packing(puzzle, layout);
    CHECK(names(verdict.faults, "piece F is used 2 times, there is 1"));
    CHECK(names(verdict.faults, "cell (0,0) is covered by F and F"));
  }
  SUBCASE("covered twice and sticking out") {
    first.offset.x -= 1;
    const Verdict verdict = verify_packing(puzzle, layout);
    CHECK(names(verdict.faults, "piece F sticks out at (-1,0)"));
    CHECK(names(verdict.faults, "cell (0,2) is covered by F and T"));
    CHECK(verdict.conflicts == 3);
  }
  SUBCASE("no such piece") {
    first.piece = PieceId(12);
    CHECK(names(verify_packing(puzzle, layout).faults, "piece 13 does not exist, there are 12"));
  }
  SUBCASE("no such orientation") {
    for (const int orientation : {-1, 8, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
      first.orientation = orientation;
      CHECK(names(verify_packing(puzzle, layout).faults, "expected 0 to 7"));
    }
  }
  SUBCASE("moved out of sight") {
    first.offset = {std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 0};
    CHECK(names(verify_packing(puzzle, layout).faults, "piece F sticks out: it is moved by ("));
  }
  SUBCASE("no shift of the lattice") {
    first.offset.z = 1;
    CHECK(names(verify_packing(puzzle, layout).faults, "which is not a shift of the square lattice"));
  }
}

TEST_CASE("pieces that may not be turned over, or only lie in certain ways") {
  PackingPuzzle puzzle = packing_puzzle("two", LatticeKind::square, drawn_cells("..#/###"),
                                        {piece_of_cells(LatticeKind::square, "J", drawn_cells("#../###"))})
                             .packing();
  const PackingLayout layout{{lying_on(puzzle, PieceId(0), puzzle.region)}};
  REQUIRE(verify_packing(puzzle, layout).solves());
  puzzle.pieces[0].turn_over = false;
  CHECK(names(verify_packing(puzzle, layout).faults, "piece J may not be turned over"));
  puzzle.pieces[0].turn_over = true;
  puzzle.pieces[0].orientations = {0, 1};
  CHECK(names(verify_packing(puzzle, layout).faults, "piece J may not lie with orientation"));
  puzzle.pieces[0].orientations = {layout.placements[0].orientation};
  CHECK(verify_packing(puzzle, layout).solves());
}

TEST_CASE("a symmetric piece may be given as turned over: it lies the same way") {
  PackingPuzzle puzzle = dominoes_in(2, 1).packing();
  puzzle.pieces[0].turn_over = false;
  int accepted = 0;
  for (int g = 0; g < 8; ++g)
    for (const Cell& offset : {Cell{0, 0, 0}, Cell{1, 0, 0}})
      accepted += verify_packing(puzzle, {{{PieceId(0), g, offset}}}).solves();
  CHECK(accepted == 4);
}

TEST_CASE("real pieces cannot be mirrored") {
  const PackingPuzzle puzzle = soma().packing();
  const std::size_t a = number_of(puzzle, "a");
  const Verdict verdict = verify_packing(puzzle, {{{PieceId(a), 24, {1, 0, 0}}}});
  CHECK(names(verdict.faults, "piece a may not be turned over"));
}

TEST_CASE("copies: at least, at most, unlimited") {
  PackingPuzzle puzzle = dominoes_in(2, 2).packing();
  const PackingLayout layout{
      {lying_on(puzzle, PieceId(0), {{0, 0, 0}, {0, 1, 0}}), lying_on(puzzle, PieceId(0), {{1, 0, 0}, {1, 1, 0}})}};
  CHECK(verify_packing(puzzle, layout).solves());
  puzzle.pieces[0].min_copies = 0;
  puzzle.pieces[0].max_copies = PackingPiece::unlimited;
  CHECK(verify_packing(puzzle, layout).solves());
  CHECK(verify_packing(puzzle, layout).max_score == 2);
  puzzle.pieces[0].max_copies = 1;
  CHECK(names(verify_packing(puzzle, layout).faults, "piece domino is used 2 times, there is 1"));
  puzzle.pieces[0].max_copies = puzzle.pieces[0].min_copies = 3;
  const Verdict verdict = verify_packing(puzzle, layout);
  CHECK(verdict.legal());
  CHECK_FALSE(verdict.complete);
  CHECK(verdict.conflicts == 0);
  CHECK(summary(verdict) == "incomplete, 0 conflicts: piece domino is used 2 times, at least 3 are needed");
}

TEST_CASE("at most as many pieces as the smallest ones that fit") {
  PackingPuzzle puzzle = rectangle();
  puzzle.region = box_cells(4, 4);
  CHECK(verify_packing(puzzle, {}).max_score == 3);
  PackingPiece dot = piece_of_cells(LatticeKind::square, "dot", {{0, 0, 0}});
  dot.max_copies = 7;
  puzzle.pieces.push_back(dot);
  CHECK(verify_packing(puzzle, {}).max_score == 8);
  puzzle.optional_cells = {{9, 9, 0}};
  CHECK(verify_packing(puzzle, {}).max_score == 9);
}

TEST_CASE("optional cells may stay empty and may be covered once") {
  PackingPuzzle puzzle = dominoes_in(3, 1).packing();
  puzzle.pieces[0].min_copies = 0;
  puzzle.pieces[0].max_copies = 2;
  puzzle.region = {{1, 0, 0}};
  puzzle.optional_cells = {{0, 0, 0}, {2, 0, 0}};
  const auto left = lying_on(puzzle, PieceId(0), {{0, 0, 0}, {1, 0, 0}});
  const auto right = lying_on(puzzle, PieceId(0), {{1, 0, 0}, {2, 0, 0}});
  CHECK(verify_packing(puzzle, {{left}}).solves());
  CHECK(verify_packing(puzzle, {{right}}).solves());
  CHECK(names(verify_packing(puzzle, {{left, right}}).faults, "cell (1,0) is covered by domino and domino"));
  CHECK(verify_packing(puzzle, {}).conflicts == 1);
}

TEST_CASE("hints of packing puzzles") {
  PackingPuzzle puzzle = packing_puzzle("three", LatticeKind::square, box_cells(2, 3),
                                        {piece_of_cells(LatticeKind::square, "A", box_cells(2, 1)),
                                         piece_of_cells(LatticeKind::square, "B", box_cells(1, 2)),
                                         piece_of_cells(LatticeKind::square, "C", box_cells(1, 2))})
                             .packing();
  const auto row = [&](std::size_t piece, int y) { return lying_on(puzzle, PieceId(piece), {{0, y, 0}, {1, y, 0}}); };
  const auto column = [&](std::size_t piece, int x) {
    return lying_on(puzzle, PieceId(piece), {{x, 0, 0}, {x, 1, 0}});
  };
  puzzle.hints = {row(0, 0)};
  CHECK(verify_packing(puzzle, {{row(0, 0), row(1, 1), row(2, 2)}}).solves());
  CHECK(verify_packing(puzzle, {{row(1, 0), row(0, 1), row(2, 2)}}).solves());  // a congruent piece keeps it
  const Verdict moved = verify_packing(puzzle, {{column(0, 0), column(1, 1), row(2, 2)}});
  CHECK(names(moved.faults, "hint A at (0,0) is not kept: "));
  const Verdict missing = verify_packing(puzzle, {{row(2, 2)}});
  CHECK(missing.legal());
  CHECK_FALSE(missing.complete);
  CHECK(names(verify_packing(puzzle, {{row(1, 1), row(2, 2)}}).shortfalls, "hint A at (0,0) is missing"));

  puzzle.pieces[1].orientations = {0, 1};
  puzzle.pieces[0].orientations = {0};  // no longer congruent
  CHECK(names(verify_packing(puzzle, {{row(1, 0), row(0, 1)}}).faults, "hint A at (0,0) is not kept: B is there"));
}

TEST_CASE("a hint on optional cells must be there") {
  PackingPuzzle puzzle = dominoes_in(2, 1).packing();
  puzzle.pieces[0].min_copies = 0;
  puzzle.pieces[0].max_copies = 2;
  puzzle.optional_cells = {{5, 0, 0}, {6, 0, 0}};
  const auto hint = lying_on(puzzle, PieceId(0), puzzle.optional_cells);
  const auto other = lying_on(puzzle, PieceId(0), puzzle.region);
  puzzle.hints = {hint};
  CHECK_FALSE(verify_packing(puzzle, {{other}}).solves());
  CHECK(verify_packing(puzzle, {{other, hint}}).solves());
}

TEST_CASE("cells are named with the coordinates that their lattice uses") {
  PackingPuzzle puzzle = packing_puzzle("t", LatticeKind::triangle, {{0, 0, 0}, {0, 0, 1}},
                                        {piece_of_cells(LatticeKind::triangle, "A", {{0, 0, 0}})})
                             .packing();
  CHECK(names(verify_packing(puzzle, {}).shortfalls, "cell (0,0,1) is not covered"));
}
