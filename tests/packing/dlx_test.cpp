#include "packing/dlx/dlx.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "packing/tables/placements.hpp"
#include "support/collect.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

/// All solutions, each of them checked; no two may be the same board.
Outcome solve(const Puzzle& puzzle) {
  const auto engine = make_engine(dlx_engine(), puzzle);
  CollectingSink sink;
  REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
  for (const Solution& board : sink.boards) {
    const Verdict verdict = verify(puzzle, board);
    INFO(summary(verdict));
    CHECK(verdict.solves());
  }
  return {std::move(sink.boards), engine->progress().nodes};
}

std::size_t solutions(const Puzzle& puzzle) { return solve(puzzle).boards.size(); }

Puzzle with_hint(Puzzle puzzle, std::size_t piece, std::vector<Cell> cells) {
  body(puzzle).hints.push_back(lying_on(puzzle.packing(), PieceId(piece), std::move(cells)));
  return puzzle;
}

/// Single triangles, one pointing up and one down; the pieces are told apart by name alone.
Puzzle two_triangles() {
  std::vector<PackingPiece> pieces;
  for (const char* name : {"a", "b"}) pieces.push_back(piece_of_cells(LatticeKind::triangle, name, {{0, 0, 0}}));
  return packing_puzzle("two-triangles", LatticeKind::triangle, {{0, 0, 0}, {0, 0, 1}}, pieces);
}

}  // namespace

TEST_CASE("pentominoes in boxes, all symmetric copies counted") {
  CHECK(solutions(pentominoes_in(2, 30)) == 0);
  CHECK(solutions(pentominoes_in(3, 20)) == 8);
  CHECK(solutions(pentominoes_in(4, 15)) == 1472);
  CHECK(solutions(pentominoes_in(2, 3, 10)) == 96);
}

TEST_CASE("dominoes, as copies, without limit, or as pieces of their own") {
  const std::vector<std::pair<std::pair<int, int>, std::size_t>> tilings = {{{2, 2}, 2}, {{3, 4}, 11}, {{4, 4}, 36},
                                                                            {{3, 3}, 0}, {{4, 5}, 95}, {{4, 6}, 281}};
  for (const auto& [size, count] : tilings) {
    const auto [width, height] = size;
    const int half = width * height / 2;
    CAPTURE(width);
    CAPTURE(height);
    CHECK(solutions(domino_box(width, height, half, half)) == count);
    CHECK(solutions(domino_box(width, height, 0, PackingPiece::unlimited)) == count);
    CHECK(solutions(domino_box(width, height, 1, half + 3)) == count);
    CHECK(solutions(domino_box(width, height, half + 1, half + 1)) == 0);
    CHECK(solutions(domino_box(width, height, 0, half - 1)) == 0);
    Puzzle apart = domino_box(width, height, 1, 1);
    for (int i = 1; i < half; ++i) body(apart).pieces.push_back(shape("domino" + std::to_string(i), "##"));
    CHECK(solutions(apart) == count);
  }
}

TEST_CASE("cells that may stay empty: every set of placements once") {
  const auto dots = [](int min_copies, int max_copies) {
    return solutions(packing_sample("dots", "#++", {shape("dot", "#", min_copies, max_copies)}));
  };
  CHECK(dots(0, PackingPiece::unlimited) == 4);
  CHECK(dots(1, 3) == 4);
  CHECK(dots(0, 2) == 3);
  CHECK(dots(2, 2) == 2);
  CHECK(dots(3, 3) == 1);
  CHECK(dots(4, 4) == 0);
  CHECK(dots(0, 0) == 0);
  CHECK(dots(1, 1) == 1);
  // A bar that must be used and a dot that may: the bar beside or on the required cell, the dot on what is left.
  const auto bar = [](int min_dots) {
    return solutions(packing_sample("bar", "#++", {shape("bar", "##"), shape("dot", "#", min_dots, 1)}));
  };
  CHECK(bar(0) == 3);
  CHECK(bar(1) == 2);
}

TEST_CASE("pieces that may stay out") {
  CHECK(solutions(packing_sample("or", "###", {shape("I", "###", 0), shape("dot", "#", 0, 3)})) == 2);
  CHECK(solutions(packing_sample("or", "###", {shape("I", "###", 0), shape("dot", "#", 1, 3)})) == 1);
  CHECK(solutions(packing_sample("too-big", "###", {shape("I", "###"), shape("huge", "#####")})) == 0);
  CHECK(solutions(packing_sample("too-big", "###", {shape("I", "###"), shape("huge", "#####", 0)})) == 1);
  CHECK(solutions(packing_sample("nothing", "###", {})) == 0);
}

TEST_CASE("hints are placed beforehand and are no nodes") {
  const Puzzle box = domino_box(2, 2, 2, 2);
  const Puzzle hinted = with_hint(box, 0, {{0, 0, 0}, {1, 0, 0}});
  const Outcome outcome = solve(hinted);
  CHECK(outcome.boards.size() == 1);
  CHECK(outcome.nodes == 1);
  const Outcome all_hinted = solve(with_hint(hinted, 0, {{0, 1, 0}, {1, 1, 0}}));
  CHECK(all_hinted.boards.size() == 1);
  CHECK(all_hinted.nodes == 0);
}

TEST_CASE("each board has the cross in one place, so the hinted searches share the boards out") {
  std::size_t sum = 0;
  for (int row = 1; row < 19; ++row) {
    const std::vector<Cell> cross = {{0, row, 0}, {1, row - 1, 0}, {1, row, 0}, {1, row + 1, 0}, {2, row, 0}};
    sum += solutions(with_hint(pentominoes_in(3, 20), 9, cross));
  }
  CHECK(sum == 8);
}

TEST_CASE("hints that contradict the rules are refused") {
  const Puzzle box = packing_sample("box", "####/####", {shape("I", "##", 1, 1), shape("L", "##/#.", 0, 2)});
  const Puzzle hinted = with_hint(box, 0, {{0, 0, 0}, {1, 0, 0}});
  CHECK_THROWS_WITH_AS(solve(with_hint(hinted, 1, {{1, 0, 0}, {1, 1, 0}, {2, 0, 0}})), "two hints overlap", UsageError);
  CHECK_THROWS_WITH_AS(solve(with_hint(hinted, 0, {{0, 1, 0}, {1, 1, 0}})),
                       "the hints use piece I more often than it is there", UsageError);
  CHECK_THROWS_WITH_AS(solve(with_hint(box, 0, {{3, 0, 0}, {4, 0, 0}})), "a hint sticks out of the region", UsageError);
  Puzzle stiff = box;
  body(stiff).pieces[0].orientations = std::vector<int>{0};
  body(stiff).hints = {{PieceId(0), 1, {0, 0, 0}}};
  CHECK_THROWS_WITH_AS(solve(stiff), "a hint turns its piece as it may not be turned", UsageError);
}

TEST_CASE("congruent pieces with different rules: those that must be used are") {
  const Puzzle either = packing_sample("either", "#+", {shape("a", "#", 0), shape("b", "#", 1)});
  CHECK(solutions(either) == 2);
  // A hint is kept by any congruent piece on its cells, so it does not matter which one it names.
  for (const std::size_t named : {0, 1}) {
    const Puzzle hinted = with_hint(either, named, {{0, 0, 0}});
    CHECK(solutions(hinted) == 2);
    CHECK(all_solutions(hinted).size() == 2);
  }
}

TEST_CASE("congruent pieces on lattices whose cells are not all alike") {
  const Outcome outcome = solve(two_triangles());
  REQUIRE(outcome.boards.size() == 1);
  for (const PackingPlacement& placement : outcome.boards[0].packing().placements) CHECK(placement.offset.z == 0);
}

TEST_CASE("random puzzles: exactly the boards of the oracle") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng);
    const auto boards = try_all_boards(puzzle, 200'000);
    if (!boards) continue;
    CAPTURE(seed);
    INFO(describe(puzzle));
    std::vector<SolutionKey> expected, found;
    for (const auto& [key, board] : *boards) expected.push_back(key);
    const SymmetryGroup group(puzzle);
    for (const Solution& board : solve(puzzle).boards) found.push_back(group.key(board));
    std::sort(found.begin(), found.end());
    CHECK(found == expected);
  }
}

}  // namespace tesselle::testing
