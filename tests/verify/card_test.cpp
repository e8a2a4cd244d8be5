#include <doctest/doctest.h>

#include "support/samples.hpp"
#include "tesselle/card.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

/// Three pieces in a row: rim 0, edges 1 and 2.
const EdgePuzzle& row() {
  static const Puzzle puzzle = edge_sample("row", 3, 1, 0, {{0, 1, 0, 0}, {0, 2, 0, 1}, {0, 0, 0, 2}});
  return puzzle.edge();
}

EdgeBoard in_order() { return {{Placed{PieceId(0), 0}, Placed{PieceId(1), 0}, Placed{PieceId(2), 0}}}; }

}  // namespace

TEST_CASE("the card of a solution has nothing to complain about") {
  const BoardCard card = judge(row(), shown_board(row(), in_order()), {{Square(1), {PieceId(1), 0}}});
  CHECK(card.whole_set());
  CHECK(card.board == in_order());
  CHECK((card.score == 2 && card.max_score == 2 && card.clashes.empty()));
  CHECK((card.rim_sides == 8 && card.rim_faults.empty()));
  CHECK(card.clues_kept() == 1);
}

TEST_CASE("score and conflicts agree with the verifier on every way to turn and swap") {
  for (int code = 0; code < 64 * 6; ++code) {
    EdgeBoard board = in_order();
    if (code / 64 % 2 == 1) std::swap(board.cells[0], board.cells[1]);
    if (code / 128 > 0) std::swap(board.cells[static_cast<std::size_t>(code / 128 - 1)], board.cells[2]);
    for (std::size_t i = 0; i < 3; ++i) board.cells[i]->rotation = static_cast<std::uint8_t>((code >> (2 * i)) & 3);
    const Verdict verdict = verify_edge(row(), board);
    const BoardCard card = judge(row(), shown_board(row(), board), {});
    CHECK(card.score == verdict.score);
    CHECK(static_cast<int>(card.clashes.size() + card.rim_faults.size()) == verdict.conflicts);
    CHECK(card.whole_set());
  }
}

TEST_CASE("the card names repeated, missing, strange and misnamed pieces") {
  ShownBoard board = shown_board(row(), in_order());
  board.cells[1] = board.cells[0];
  BoardCard card = judge(row(), board, {});
  REQUIRE(card.repeated.size() == 1);
  CHECK(card.repeated[0].squares == std::vector<Square>{Square(0), Square(1)});
  CHECK(card.missing == std::vector<PieceId>{PieceId(1)});
  board.cells[1] = ShownCell{{Colour(9), Colour(9), Colour(9), Colour(9)}, {}};
  card = judge(row(), board, {});
  CHECK(card.strangers == std::vector<Square>{Square(1)});
  CHECK((card.score == 0 && card.clashes.size() == 2 && !card.clashes[0].there));
  board.cells[1] = ShownCell{row().pieces[1], PieceId(2)};
  board.cells[2].reset();
  card = judge(row(), board, {{Square(2), {PieceId(2), 0}}});
  CHECK(card.misnamed == std::vector<Square>{Square(1)});
  CHECK(card.empty == std::vector<Square>{Square(2)});
  CHECK(card.clues_kept() == 0);
  CHECK(judge(row(), {}, {}).empty.size() == 3);
}
