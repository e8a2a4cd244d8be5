#include "edge/repair/repair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "edge/repair/assignment.hpp"
#include "edge/repair/cell_sets.hpp"
#include "edge/repair/merge.hpp"
#include "edge/repair/shaker.hpp"
#include "edge/repair/window.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::edge::repair;
using edge::ConflictBoard;

namespace {

ConflictBoard greedy_board(const EdgePuzzle& puzzle, std::uint64_t seed) {
  ConflictBoard board(puzzle);
  Rng rng(seed);
  edge::fill_greedily(board, puzzle, rng);
  return board;
}

EdgeBoard shuffled_board(const EdgePuzzle& puzzle, std::uint64_t seed) { return greedy_board(puzzle, seed).board(); }

/// Every way to put the pieces of some cells back, pieces only where their kind belongs: the least conflicts.
int least_by_trying_all(ConflictBoard& board, std::vector<int> cells) {
  std::vector<int> pieces;
  for (const int c : cells) pieces.push_back(board.piece_at(c));
  std::vector<int> kind_of_piece;
  for (const int c : cells) kind_of_piece.push_back(board.kind_of(c));
  const auto layout = board.layout();
  std::vector<std::size_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  int least = board.conflicts();
  for (const int c : cells) board.remove(c);
  do {
    bool belongs = true;
    for (std::size_t i = 0; i < cells.size(); ++i) belongs &= kind_of_piece[order[i]] == board.kind_of(cells[i]);
    for (int turns = 0; belongs && turns < 1 << (2 * cells.size()); ++turns) {
      for (std::size_t i = 0; i < cells.size(); ++i) board.place(cells[i], pieces[order[i]], (turns >> (2 * i)) & 3);
      least = std::min(least, board.conflicts());
      for (const int c : cells) board.remove(c);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  board.go_to(layout);
  return least;
}

std::vector<int> some_free_cells(const ConflictBoard& board, std::size_t count, Rng& rng) {
  std::vector<int> cells = board.free_cells();
  rng.shuffle(std::span(cells));
  cells.resize(std::min(cells.size(), count));
  return cells;
}

/// Puzzles that sort into kinds; others are refused by all searches on full boards.
template <class Visit>
void for_random_boards(int count, Visit visit) {
  for (std::uint64_t seed = 1; count > 0; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = testing::random_edge_puzzle(rng, {.max_cells = 12});
    try {
      ConflictBoard board = greedy_board(puzzle.edge(), seed);
      INFO(testing::describe(puzzle));
      visit(puzzle, board, rng);
      --count;
    } catch (const UsageError&) {
      continue;
    }
  }
}

}  // namespace

TEST_CASE("assignment: as cheap as the cheapest of all permutations") {
  Rng rng(4);
  Assignment assignment;
  for (int round = 0; round < 300; ++round) {
    const int size = 1 + static_cast<int>(rng.below(6));
    const auto n = static_cast<std::size_t>(size);
    std::vector<std::int64_t> costs(n * n);
    for (auto& cost : costs) cost = static_cast<std::int64_t>(rng.below(round % 2 == 0 ? 5 : 1000)) - 2;
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    const auto total = [&](const std::vector<int>& columns) {
      std::int64_t sum = 0;
      for (std::size_t row = 0; row < n; ++row) sum += costs[row * n + static_cast<std::size_t>(columns[row])];
      return sum;
    };
    std::int64_t least = total(order);
    do least = std::min(least, total(order));
    while (std::next_permutation(order.begin(), order.end()));
    std::vector<int> found = assignment.solve(costs, size);
    CHECK(total(found) == least);
    std::sort(found.begin(), found.end());
    std::iota(order.begin(), order.end(), 0);
    CHECK(found == order);
  }
}

TEST_CASE("window: branch and bound finds what trying everything finds") {
  Window::Result result;
  for_random_boards(60, [&](const Puzzle& puzzle, ConflictBoard& board, Rng& rng) {
    Window window(board);
    for (int round = 0; round < 3; ++round) {
      const auto cells = some_free_cells(board, 4, rng);
      if (cells.empty()) return;
      const int before = board.conflicts();
      const int least = least_by_trying_all(board, cells);
      result = window.solve(board, cells, round == 0 ? Window::Aim::level : Window::Aim::better, rng, 1'000'000);
      CHECK(result.finished);
      CHECK(board.conflicts() == least);
      CHECK(result.change == least - before);
      const Verdict verdict = verify(puzzle, board.solution());
      CHECK(verdict.legal());
      CHECK(verdict.conflicts == board.conflicts());
    }
  });
}

TEST_CASE("window: another filling as good, if there is one; a used-up budget leaves a legal board") {
  const Puzzle puzzle = load_puzzle("inf6102-b");
  ConflictBoard board = greedy_board(puzzle.edge(), 2);
  Window window(board);
  Rng rng(7);
  CellSets sets(board, rng);
  int moved = 0;
  for (int round = 0; round < 200; ++round) {
    const int before = board.conflicts();
    const auto layout = board.layout();
    const auto result = window.solve(board, sets.cluster(9), Window::Aim::level, rng, round % 2 == 0 ? 20 : 5000);
    CHECK(board.conflicts() <= before);
    CHECK(result.moved == (board.layout().word != layout.word));
    moved += result.moved;
  }
  CHECK(moved > 20);
  CHECK(verify(puzzle, board.solution()).legal());
}

TEST_CASE("cell sets: different free cells, of the size asked for, apart where they must be") {
  for (const char* name : {"eternity2-clues", "girafe", "inf6102-c"}) {
    const Puzzle puzzle = load_puzzle(name);
    const ConflictBoard board = greedy_board(puzzle.edge(), 1);
    Rng rng(3);
    CellSets sets(board, rng);
    for (int round = 0; round < 50; ++round)
      for (auto draw : {&CellSets::cluster, &CellSets::two_clusters, &CellSets::cluster_and_donors}) {
        auto cells = (sets.*draw)(8);
        CHECK(cells.size() <= 8);
        for (const int c : cells) CHECK(!board.is_locked(c));
        std::sort(cells.begin(), cells.end());
        CHECK(std::adjacent_find(cells.begin(), cells.end()) == cells.end());
      }
    const auto apart = sets.apart();
    for (const int a : apart)
      for (int side = 0; side < 4; ++side)
        CHECK(std::find(apart.begin(), apart.end(), board.neighbour(a, side)) == apart.end());
    CHECK(apart.size() * 4 >= board.free_cells().size());
  }
}

TEST_CASE("merge: at least as good as both boards, and it puts together what each has right") {
  const Puzzle puzzle = load_puzzle("inf6102-c");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ConflictBoard mine = greedy_board(puzzle.edge(), seed), other = greedy_board(puzzle.edge(), seed + 100);
    const int least = std::min(mine.conflicts(), other.conflicts());
    merge(mine, other.layout());
    CHECK(mine.conflicts() <= least);
    CHECK(verify(puzzle, mine.solution()).legal());
    CHECK(verify(puzzle, mine.solution()).conflicts == mine.conflicts());
  }
  // Two boards that are each spoiled in one place: the mixture is spoiled in none.
  const ConflictBoard good = greedy_board(puzzle.edge(), 1);
  const auto spoiled = [&](int a, int b) {
    ConflictBoard board = good;
    const auto exchange = board.evaluate(a, b);
    REQUIRE(exchange.change > 0);
    board.perform(a, b, exchange);
    return board;
  };
  ConflictBoard left = spoiled(9, 11);
  const ConflictBoard right = spoiled(50, 52);
  merge(left, right.layout());
  CHECK(left.conflicts() <= good.conflicts());
}

TEST_CASE("shaker: a board gets better or stays as it was, and pieces stay where their kind belongs") {
  int better = 0;
  const auto shake = [&](const Puzzle& puzzle, const EdgeBoard& start, std::uint64_t tries) {
    Shaker shaker(puzzle.edge());
    EdgeBoard board = start, again = start;
    Rng rng(3), same_rng(3);
    const bool improved = shaker.improve(board, rng, tries);
    Shaker(puzzle.edge()).improve(again, same_rng, tries);
    CHECK(board == again);
    const Verdict before = verify(puzzle, {start}), after = verify(puzzle, {board});
    CHECK(after.legal() == before.legal());
    if (improved) CHECK(after.conflicts < before.conflicts);
    if (!improved) CHECK(board == start);
    better += improved;
  };
  for_random_boards(200, [&](const Puzzle& puzzle, ConflictBoard& board, Rng&) { shake(puzzle, board.board(), 2000); });
  CHECK(better > 50);
  for (const char* name : {"inf6102-c", "eternity2-clues", "girafe"}) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    shake(puzzle, shuffled_board(puzzle.edge(), 5), 100'000);
  }
}

TEST_CASE("shaker: a board with an empty cell is left alone") {
  const Puzzle puzzle = load_puzzle("inf6102-c");
  EdgeBoard board = shuffled_board(puzzle.edge(), 5);
  board.cells[20].reset();
  const EdgeBoard before = board;
  Rng rng(1);
  CHECK_FALSE(Shaker(puzzle.edge()).improve(board, rng, 1000));
  CHECK(board == before);
}

TEST_CASE("improve: never worse, legal, hints kept; the same for the same seed") {
  for (const char* name : {"inf6102-c", "eternity2-clues", "girafe"}) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    const EdgeBoard start = shuffled_board(puzzle.edge(), 5);
    const int before = verify(puzzle, {start}).conflicts;
    EdgeBoard board = start, again = start;
    CHECK(improve(puzzle.edge(), board, 3, 200'000));
    const Verdict verdict = verify(puzzle, {board});
    CHECK(verdict.legal());
    CHECK(verdict.complete);
    CHECK(verdict.conflicts < before);
    improve(puzzle.edge(), again, 3, 200'000);
    CHECK(again == board);
  }
}

TEST_CASE("improve: S5's A is solved from a greedy board") {
  const Puzzle puzzle = load_puzzle("inf6102-a");
  EdgeBoard board = shuffled_board(puzzle.edge(), 11);
  improve(puzzle.edge(), board, 1, 20'000'000);
  CHECK(verify(puzzle, {board}).solves());
}

TEST_CASE("improve: a board that cannot be sorted into kinds is left alone") {
  Puzzle puzzle = load_puzzle("inf6102-a");
  EdgeBoard board = shuffled_board(puzzle.edge(), 1);
  std::swap(board.cells[0], board.cells[5]);
  const EdgeBoard start = board;
  CHECK(!improve(puzzle.edge(), board, 1, 1000));
  CHECK(board == start);
}
