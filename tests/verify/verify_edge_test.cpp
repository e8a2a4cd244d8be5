#include <doctest/doctest.h>

#include "support/examples.hpp"
#include "support/words.hpp"

using namespace tesselle;
using namespace tesselle::testing;

TEST_CASE("a solved framed board") {
  const Puzzle puzzle = framed_3x3();
  const Verdict verdict = verify(puzzle, {pieces_in_order(puzzle.edge())});
  CHECK(verdict.solves());
  CHECK(verdict.complete);
  CHECK(verdict.score == 12);
  CHECK(verdict.max_score == 12);
  CHECK(verdict.conflicts == 0);
  CHECK(verdict.shortfalls.empty());
  CHECK(summary(verdict) == "solves it");
}

TEST_CASE("an empty board is legal; every inner edge and every framed rim side is a conflict") {
  const EdgePuzzle puzzle = framed_3x3().edge();
  EdgeBoard board;
  board.cells.resize(9);
  const Verdict verdict = verify_edge(puzzle, board);
  CHECK(verdict.legal());
  CHECK_FALSE(verdict.complete);
  CHECK(verdict.score == 0);
  CHECK(verdict.conflicts == 12 + 12);
  CHECK(names(verdict.shortfalls, "A1 is empty"));
  CHECK(summary(verdict) == "incomplete, 24 conflicts: A1 is empty; A2 is empty; A3 is empty; …");
}

TEST_CASE("without a frame rim sides never count") {
  EdgePuzzle puzzle = framed_3x3().edge();
  puzzle.frame.reset();
  EdgeBoard board;
  board.cells.resize(9);
  CHECK(verify_edge(puzzle, board).conflicts == 12);
  board = pieces_in_order(puzzle);
  board.cells[0].reset();
  const Verdict verdict = verify_edge(puzzle, board);
  CHECK(verdict.conflicts == 2);
  CHECK(verdict.score == 10);
}

TEST_CASE("a turned piece conflicts on each of its sides") {
  const EdgePuzzle puzzle = framed_3x3().edge();
  EdgeBoard board = pieces_in_order(puzzle);
  board.cells[0]->rotation = 1;  // shows 0 0 1 2: north fits the frame, the others do not fit
  const Verdict verdict = verify_edge(puzzle, board);
  CHECK(verdict.legal());
  CHECK(verdict.complete);
  CHECK(verdict.conflicts == 3);
  CHECK(verdict.score == 10);
  CHECK(names(verdict.shortfalls, "A1 east is 0, which does not match 1 on A2"));
  CHECK(names(verdict.shortfalls, "A1 south is 1, which does not match 2 on B1"));
  CHECK(names(verdict.shortfalls, "A1 west is 2, the frame is 0"));
  CHECK(summary(verdict).rfind("3 conflicts: ", 0) == 0);
}

TEST_CASE("complementary sides match their mate and not themselves") {
  EdgePuzzle puzzle;
  puzzle.width = 2;
  puzzle.height = 1;
  puzzle.matching = Matching::complement;
  puzzle.colours = {"head", "tail"};
  puzzle.mate = {Colour(1), Colour(0)};
  puzzle.pieces = {{Colour(0), Colour(0), Colour(0), Colour(0)}, {Colour(1), Colour(1), Colour(1), Colour(1)}};
  CHECK(verify_edge(puzzle, pieces_in_order(puzzle)).solves());
  puzzle.pieces[1] = puzzle.pieces[0];
  const Verdict verdict = verify_edge(puzzle, pieces_in_order(puzzle));
  CHECK(verdict.conflicts == 1);
  CHECK(names(verdict.shortfalls, "A1 east is head, which does not match head on A2"));
}

TEST_CASE("faults of edge-matching boards are named") {
  EdgePuzzle puzzle = framed_3x3().edge();
  EdgeBoard board = pieces_in_order(puzzle);

  SUBCASE("a piece used twice") {
    board.cells[0] = Placed{PieceId(6), 1};
    const Verdict verdict = verify_edge(puzzle, board);
    CHECK(names(verdict.faults, "piece 7 is used 2 times, there is 1"));
    CHECK(summary(verdict) == "1 fault: piece 7 is used 2 times, there is 1");
  }
  SUBCASE("a piece that does not exist counts as an empty cell") {
    board.cells[0] = Placed{PieceId(9), 0};
    const Verdict verdict = verify_edge(puzzle, board);
    CHECK(names(verdict.faults, "piece 10 at A1 does not exist, there are 9"));
    CHECK_FALSE(verdict.complete);
    CHECK(verdict.score == 10);
    CHECK(verdict.conflicts == 4);
  }
  SUBCASE("a rotation out of range") {
    board.cells[8]->rotation = 4;
    CHECK(names(verify_edge(puzzle, board).faults, "piece 9 at C3 has rotation 4, expected 0 to 3"));
    board.cells[8]->rotation = 255;
    CHECK(names(verify_edge(puzzle, board).faults, "piece 9 at C3 has rotation 255, expected 0 to 3"));
  }
  SUBCASE("a board of another size") {
    board.cells.pop_back();
    CHECK(names(verify_edge(puzzle, board).faults, "the board has 8 cells, the puzzle has 9"));
    board = pieces_in_order(puzzle);
    board.cells.emplace_back();
    const Verdict verdict = verify_edge(puzzle, board);
    CHECK(names(verdict.faults, "the board has 10 cells, the puzzle has 9"));
    CHECK_FALSE(verdict.complete);
    CHECK_FALSE(verify_edge(puzzle, {}).legal());
  }
  SUBCASE("a hint that is not kept") {
    puzzle.hints = {{Square(4), {PieceId(4), 1}}};
    const Verdict verdict = verify_edge(puzzle, board);
    CHECK(names(verdict.faults,
                "hint at B2 is not kept: piece 5 with rotation 1 expected, "
                "piece 5 with rotation 0 found"));
    CHECK(verdict.complete);
    puzzle.hints = {{Square(4), {PieceId(0), 0}}};
    CHECK(names(verify_edge(puzzle, board).faults, "piece 1 with rotation 0 expected"));
  }
  SUBCASE("an empty hinted cell breaks no rule") {
    puzzle.hints = {{Square(4), {PieceId(4), 0}}};
    CHECK(verify_edge(puzzle, board).solves());
    board.cells[4].reset();
    CHECK(verify_edge(puzzle, board).legal());
    CHECK_FALSE(verify_edge(puzzle, board).complete);
  }
}

TEST_CASE("a hint is kept by a twin, and by a symmetric piece turned") {
  EdgePuzzle puzzle = giraffe().edge();
  EdgeBoard board;
  board.cells.resize(9);
  puzzle.hints = {{Square(0), {PieceId(0), 3}}};
  board.cells[0] = Placed{PieceId(1), 3};
  CHECK(verify_edge(puzzle, board).legal());
  board.cells[0] = Placed{PieceId(1), 2};
  CHECK_FALSE(verify_edge(puzzle, board).legal());
  puzzle.pieces[0] = {Colour(0), Colour(1), Colour(0), Colour(1)};
  board.cells[0] = Placed{PieceId(0), 1};
  CHECK(verify_edge(puzzle, board).legal());
}

TEST_CASE("a solution of the other family is refused") {
  const Verdict verdict = verify(framed_3x3(), {PackingLayout{}});
  CHECK_FALSE(verdict.legal());
  CHECK(names(verdict.faults, "the puzzle is of the edge family, the solution of the packing family"));
  CHECK(verdict.max_score == 12);
  CHECK_FALSE(verify(soma(), {EdgeBoard{}}).legal());
}
