#include "tesselle/edge_puzzle.hpp"
#include "support/examples.hpp"

#include <doctest/doctest.h>

using namespace tesselle;
using tesselle::testing::sides;

namespace {

EdgePuzzle board(int width, int height) {
  EdgePuzzle puzzle;
  puzzle.width = width;
  puzzle.height = height;
  return puzzle;
}

}  // namespace

TEST_CASE("a clockwise quarter turn brings the west side to the north") {
  const Sides piece = sides(1, 2, 3, 4);
  CHECK(rotated(piece, 0) == piece);
  CHECK(rotated(piece, 1) == sides(4, 1, 2, 3));
  CHECK(rotated(piece, 2) == sides(3, 4, 1, 2));
  CHECK(rotated(piece, 3) == sides(2, 3, 4, 1));
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) CHECK(rotated(rotated(piece, a), b) == rotated(piece, (a + b) % 4));
}

TEST_CASE("the opposite of a side is two turns away") {
  CHECK(opposite(Side::north) == Side::south);
  CHECK(opposite(Side::west) == Side::east);
  for (const Side side : all_sides) CHECK(opposite(opposite(side)) == side);
}

TEST_CASE("squares are named by row letter and column number") {
  const EdgePuzzle puzzle = board(16, 16);
  CHECK(square_name(puzzle, Square(0)) == "A1");
  CHECK(square_name(puzzle, puzzle.square(8, 7)) == "I8");
  CHECK(square_name(puzzle, puzzle.square(15, 15)) == "P16");
  CHECK(square_named(puzzle, "I8") == puzzle.square(8, 7));
}

TEST_CASE("row letters go on after Z") {
  const EdgePuzzle puzzle = board(3, 800);
  CHECK(square_name(puzzle, puzzle.square(25, 0)) == "Z1");
  CHECK(square_name(puzzle, puzzle.square(26, 2)) == "AA3");
  CHECK(square_name(puzzle, puzzle.square(51, 0)) == "AZ1");
  CHECK(square_name(puzzle, puzzle.square(701, 0)) == "ZZ1");
  CHECK(square_name(puzzle, puzzle.square(702, 0)) == "AAA1");
  for (std::size_t s = 0; s < puzzle.cell_count(); ++s)
    REQUIRE(square_named(puzzle, square_name(puzzle, Square(s))) == Square(s));
}

TEST_CASE("what is not a square of the board has no square") {
  const EdgePuzzle puzzle = board(4, 3);
  for (const char* name : {"", "A", "1", "A0", "A5", "D1", "a1", "A1 ", " A1", "1A", "A-1", "A1B", "AA1",
                           "A99999999999999999999", "ZZZZZZZZZZZZZZZZ1"})
    CHECK_MESSAGE(!square_named(puzzle, name), name);
  CHECK(square_named(puzzle, "C4") == Square(11));
}

TEST_CASE("neighbours lie across a side and end at the rim") {
  const EdgePuzzle puzzle = board(3, 2);
  CHECK(neighbour(puzzle, Square(1), Side::south) == Square(4));
  CHECK(neighbour(puzzle, Square(4), Side::east) == Square(5));
  CHECK_FALSE(neighbour(puzzle, Square(0), Side::north));
  CHECK_FALSE(neighbour(puzzle, Square(2), Side::east));
  CHECK_FALSE(neighbour(puzzle, Square(3), Side::west));
  CHECK_FALSE(neighbour(puzzle, Square(5), Side::south));
  int pairs = 0;
  for (std::size_t s = 0; s < puzzle.cell_count(); ++s)
    for (const Side side : all_sides)
      if (const auto other = neighbour(puzzle, Square(s), side)) {
        ++pairs;
        CHECK(neighbour(puzzle, *other, opposite(side)) == Square(s));
      }
  CHECK(pairs == 2 * puzzle.inner_edges());
  CHECK(puzzle.inner_edges() == 7);
}

TEST_CASE("twins share a kind, and symmetric pieces have fewer rotations") {
  EdgePuzzle puzzle = board(3, 2);
  puzzle.pieces = {sides(1, 2, 3, 4), sides(5, 5, 5, 5), sides(3, 4, 1, 2),
                   sides(1, 2, 1, 2), sides(2, 1, 2, 1), sides(4, 3, 2, 1)};
  const PieceKinds kinds = piece_kinds(puzzle);
  CHECK(kinds.kind == std::vector<int>{0, 1, 0, 2, 2, 3});
  CHECK(kinds.rotations == std::vector<int>{4, 1, 2, 4});
  CHECK(kinds.members[0] == std::vector{PieceId(0), PieceId(2)});
  CHECK(kinds.members[2] == std::vector{PieceId(3), PieceId(4)});
  REQUIRE(kinds.shape.size() == 4);
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const auto kind = static_cast<std::size_t>(kinds.kind[p]);
    CHECK(rotated(puzzle.pieces[p], kinds.turn[p]) == kinds.shape[kind]);
    for (int r = 0; r < 4; ++r) CHECK(kinds.shape[kind] <= rotated(puzzle.pieces[p], r));
  }
}

TEST_CASE("mirror images are not twins") {
  EdgePuzzle puzzle = board(2, 1);
  puzzle.pieces = {sides(1, 2, 3, 0), sides(3, 2, 1, 0)};
  CHECK(piece_kinds(puzzle).shape.size() == 2);
}
