#include <doctest/doctest.h>

#include <set>

#include "puzzle/symmetry.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/words.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

/// What a solution is, said once more in the shortest way: the second opinion.
bool is_solution(const EdgePuzzle& puzzle, const EdgeBoard& board) {
  if (board.cells.size() != puzzle.cell_count()) return false;
  std::set<PieceId> used;
  std::vector<Sides> shown;
  for (const auto& placed : board.cells) {
    if (!placed || placed->piece.index() >= puzzle.pieces.size() || placed->rotation > 3) return false;
    if (!used.insert(placed->piece).second) return false;
    shown.push_back(rotated(puzzle.pieces[placed->piece.index()], placed->rotation));
  }
  for (std::size_t s = 0; s < shown.size(); ++s)
    for (std::size_t side = 0; side < 4; ++side) {
      const auto other = neighbour(puzzle, Square(s), all_sides[side]);
      if (other ? !puzzle.fits(shown[s][side], shown[other->index()][side ^ 2u])
                : puzzle.frame && shown[s][side] != *puzzle.frame)
        return false;
    }
  for (const EdgeHint& hint : puzzle.hints)
    if (shown[hint.square.index()] != rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation))
      return false;
  return true;
}

/// Breaks one good board in every way that touches one cell or one pair of cells.
class EdgeMutations {
 public:
  EdgeMutations(const Puzzle& puzzle, const Boards& boards, const EdgeBoard& board)
      : puzzle_(puzzle), group_(puzzle), boards_(boards), good_(board) {}

  void run() {
    REQUIRE(verify_edge(puzzle_.edge(), good_).solves());
    for (std::size_t s = 0; s < good_.cells.size(); ++s) {
      empty(s);
      for (int turn = 1; turn < 4; ++turn) turn_piece(s, turn);
      for (std::size_t p = 0; p < good_.cells.size(); ++p) replace(s, PieceId(p));
      for (std::size_t t = s + 1; t < good_.cells.size(); ++t) swap(s, t);
      nonsense(s);
    }
    resize();
    for (std::size_t h = 0; h < puzzle_.edge().hints.size(); ++h) move_hint(h);
  }

  int refused = 0, same_board = 0, other_solution = 0;

 private:
  Verdict check(const EdgeBoard& board) {
    const Verdict verdict = verify_edge(puzzle_.edge(), board);
    REQUIRE(verdict.solves() == is_solution(puzzle_.edge(), board));
    if (!verdict.solves()) {
      ++refused;
      REQUIRE((verdict.faults.size() + verdict.shortfalls.size()) > 0);
      REQUIRE(summary(verdict) != "solves it");
      return verdict;
    }
    const SolutionKey key = group_.key({board});
    REQUIRE(boards_.count(key) == 1);
    ++(key == group_.key({good_}) ? same_board : other_solution);
    return verdict;
  }

  void empty(std::size_t s) {
    EdgeBoard board = good_;
    board.cells[s].reset();
    const Verdict verdict = check(board);
    REQUIRE_FALSE(verdict.solves());
    REQUIRE(verdict.legal());
    REQUIRE(names(verdict.shortfalls, square_name(puzzle_.edge(), Square(s)) + " is empty"));
  }

  void turn_piece(std::size_t s, int turn) {
    EdgeBoard board = good_;
    board.cells[s]->rotation = static_cast<std::uint8_t>((board.cells[s]->rotation + turn) & 3);
    const Verdict verdict = check(board);
    const bool hinted = names(verdict.faults, "hint at " + square_name(puzzle_.edge(), Square(s)) + " is not kept");
    REQUIRE(verdict.legal() != hinted);
  }

  void replace(std::size_t s, PieceId piece) {
    if (good_.cells[s]->piece == piece) return;
    for (std::uint8_t r = 0; r < 4; ++r) {
      EdgeBoard board = good_;
      board.cells[s] = Placed{piece, r};
      const Verdict verdict = check(board);
      REQUIRE_FALSE(verdict.solves());
      REQUIRE(names(verdict.faults, "piece " + std::to_string(piece.index() + 1) + " is used 2 times, there is 1"));
    }
  }

  void swap(std::size_t s, std::size_t t) {
    for (int turns = 0; turns < 16; ++turns) {
      EdgeBoard board = good_;
      std::swap(board.cells[s], board.cells[t]);
      board.cells[s]->rotation = static_cast<std::uint8_t>(turns & 3);
      board.cells[t]->rotation = static_cast<std::uint8_t>(turns >> 2);
      check(board);
    }
  }

  void nonsense(std::size_t s) {
    for (const Placed placed : {Placed{PieceId(good_.cells.size()), 0}, Placed{PieceId(65535), 3},
                                Placed{good_.cells[s]->piece, 4}, Placed{good_.cells[s]->piece, 255}}) {
      EdgeBoard board = good_;
      board.cells[s] = placed;
      const Verdict verdict = check(board);
      REQUIRE_FALSE(verdict.legal());
      REQUIRE(names(verdict.faults, " at " + square_name(puzzle_.edge(), Square(s))));
    }
  }

  void resize() {
    for (const std::size_t size : {std::size_t{0}, good_.cells.size() - 1, good_.cells.size() + 1}) {
      EdgeBoard board = good_;
      board.cells.resize(size);
      REQUIRE(names(verify_edge(puzzle_.edge(), board).faults, "the board has " + std::to_string(size) + " cells"));
    }
  }

  /// The board stays, the hint goes elsewhere: kept only if the board shows the same sides there.
  void move_hint(std::size_t h) {
    for (std::size_t s = 0; s < good_.cells.size(); ++s)
      for (std::uint8_t r = 0; r < 4; ++r) {
        EdgePuzzle other = puzzle_.edge();
        other.hints[h] = {Square(s), {other.hints[h].placed.piece, r}};
        const Verdict verdict = verify_edge(other, good_);
        REQUIRE(verdict.solves() == is_solution(other, good_));
        if (!verdict.solves())
          REQUIRE(names(verdict.faults, "hint at " + square_name(other, Square(s)) + " is not kept"));
      }
  }

  const Puzzle& puzzle_;
  SymmetryGroup group_;
  const Boards& boards_;
  EdgeBoard good_;
};

}  // namespace

TEST_CASE("every way to break the solution of the framed board is noticed") {
  const Puzzle puzzle = framed_3x3();
  const Boards boards = all_boards(puzzle);
  EdgeMutations mutations(puzzle, boards, pieces_in_order(puzzle.edge()));
  mutations.run();
  CHECK(mutations.same_board == 0);
  CHECK(mutations.refused > 800);
}

TEST_CASE("every way to break a giraffe is noticed, except swapping the twins") {
  const Puzzle puzzle = giraffe();
  const Boards boards = all_boards(puzzle);
  REQUIRE_FALSE(boards.empty());
  for (const auto& [key, board] : boards) {
    EdgeMutations mutations(puzzle, boards, board.edge());
    mutations.run();
    CHECK(mutations.same_board == 1);
    CHECK(mutations.refused > 800);
  }
}

TEST_CASE("every way to break solutions of random boards is noticed") {
  int refused = 0, same_board = 0, other_solution = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Rng rng(seed);
    EdgeRecipe recipe;
    recipe.making = Making::planted;
    const Puzzle puzzle = random_edge_puzzle(rng, recipe);
    CAPTURE(describe(puzzle));
    const auto boards = try_all_boards(puzzle, 20'000);
    if (!boards) continue;
    EdgeMutations mutations(puzzle, *boards, boards->begin()->second.edge());
    mutations.run();
    refused += mutations.refused;
    same_board += mutations.same_board;
    other_solution += mutations.other_solution;
  }
  CHECK(refused > 10'000);
  CHECK(same_board > 100);
  CHECK(other_solution > 100);
}
