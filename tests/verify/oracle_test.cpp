#include "support/oracle.hpp"

#include <doctest/doctest.h>

#include "support/examples.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

PackingPiece polyomino(std::string name, std::string_view drawing) {
  return piece_of_cells(LatticeKind::square, std::move(name), drawn_cells(drawing));
}

}  // namespace

TEST_CASE("domino tilings of small boards are counted as everybody knows them") {
  CHECK(all_solutions(dominoes_in(2, 2)).size() == 2);
  CHECK(all_solutions(dominoes_in(3, 4)).size() == 11);
  CHECK(all_solutions(dominoes_in(4, 4)).size() == 36);
  CHECK(distinct_count(dominoes_in(4, 4)) == 9);
  PackingPiece bar = piece_of_cells(LatticeKind::cube, "bar", box_cells(1, 1, 2));
  bar.min_copies = bar.max_copies = 4;
  CHECK(all_solutions(packing_puzzle("cube", LatticeKind::cube, box_cells(2, 2, 2), {bar})).size() == 9);
}

TEST_CASE("tilings of 2x3 and 3x3 by trominoes, as many of each kind as wanted") {
  PackingPiece bent = polyomino("V", "##/#"), straight = polyomino("I", "###");
  for (PackingPiece* piece : {&bent, &straight}) {
    piece->min_copies = 0;
    piece->max_copies = PackingPiece::unlimited;
  }
  CHECK(all_solutions(packing_puzzle("trominoes", LatticeKind::square, box_cells(3, 2), {bent, straight})).size() == 3);
  CHECK(all_solutions(packing_puzzle("trominoes", LatticeKind::square, box_cells(3, 3), {bent, straight})).size() ==
        10);
}

TEST_CASE("the five tetrominoes cannot fill a rectangle") {
  const std::vector<PackingPiece> pieces = {polyomino("I", "####"), polyomino("O", "##/##"), polyomino("T", "###/.#"),
                                            polyomino("S", ".##/##"), polyomino("L", "###/#")};
  CHECK(all_solutions(packing_puzzle("tetrominoes", LatticeKind::square, box_cells(4, 5), pieces)).empty());
}

TEST_CASE("a piece may lie on optional cells alone, and that is a solution of its own") {
  Puzzle puzzle = packing_puzzle("dots", LatticeKind::square, box_cells(1, 1), {polyomino("dot", "#")});
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  body.optional_cells = {{3, 0, 0}, {5, 0, 0}};
  body.pieces[0].max_copies = 2;
  CHECK(all_solutions(puzzle).size() == 3);
}

TEST_CASE("the framed 3x3 example and the giraffe puzzle") {
  const auto framed = all_boards(framed_3x3());
  CHECK(framed.count(SymmetryGroup(framed_3x3()).key({pieces_in_order(framed_3x3().edge())})) == 1);
  const auto giraffes = all_boards(giraffe());
  CHECK(giraffes.size() == 12);  // 24 if the twins are told apart
  CHECK(distinct_count(giraffe(), giraffes) == 3);
}

TEST_CASE("the oracle gives up in time") {
  CHECK_FALSE(try_all_boards(pentominoes_in(6, 10), 1000));
  CHECK_FALSE(try_all_boards(giraffe(), 10));
  CHECK_FALSE(try_all_boards(pentominoes_in(9, 9)));
  CHECK_THROWS(all_boards(bedlam()));
}
