#include "edge/backtrack/backtrack.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/collect.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

Outcome solve(const Puzzle& puzzle, const char* order = "rowscan") {
  Options options(backtrack_engine().options);
  options.set("order", order);
  const auto engine = backtrack_engine().make(puzzle, {.goal = Goal::all, .options = options});
  CollectingSink sink;
  REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
  for (const Solution& board : sink.boards) CHECK(verify(puzzle, board).solves());
  return {std::move(sink.boards), engine->progress().nodes};
}

std::vector<SolutionKey> sorted_keys(const Puzzle& puzzle, const std::vector<Solution>& boards) {
  const SymmetryGroup group(puzzle);
  std::vector<SolutionKey> keys;
  for (const Solution& board : boards) keys.push_back(group.key(board));
  std::sort(keys.begin(), keys.end());
  return keys;
}

Colour side(const Sides& sides, Side which) { return sides[static_cast<std::size_t>(which)]; }

/// The node counts by their definition, as slowly as it can be said.
class SlowSearch {
 public:
  explicit SlowSearch(const EdgePuzzle& puzzle) : puzzle_(puzzle), kinds_(piece_kinds(puzzle)) {
    board_.resize(puzzle.cell_count());
    for (const auto& members : kinds_.members) left_.push_back(members.size());
    for (const EdgeHint& hint : puzzle.hints) {
      board_[hint.square.index()] = rotated(puzzle.pieces[hint.placed.piece.index()], hint.placed.rotation);
      --left_[static_cast<std::size_t>(kinds_.kind[hint.placed.piece.index()])];
    }
    bool hints_fit = true;
    for (const EdgeHint& hint : puzzle.hints) hints_fit &= fits(hint.square, *board_[hint.square.index()]);
    if (hints_fit) fill(0);
  }
  std::uint64_t nodes = 0, solutions = 0;

 private:
  bool fits(Square square, const Sides& sides) const {
    return std::all_of(all_sides.begin(), all_sides.end(), [&](Side s) {
      const auto across = neighbour(puzzle_, square, s);
      if (!across) return !puzzle_.frame || side(sides, s) == *puzzle_.frame;
      const auto& other = board_[across->index()];
      return !other || puzzle_.fits(side(sides, s), side(*other, opposite(s)));
    });
  }

  void fill(std::size_t cell) {
    while (cell < board_.size() && board_[cell]) ++cell;
    if (cell == board_.size()) {
      ++solutions;
      return;
    }
    for (std::size_t kind = 0; kind < left_.size(); ++kind)
      for (int rotation = 0; rotation < kinds_.rotations[kind]; ++rotation) {
        const Sides sides = rotated(kinds_.shape[kind], rotation);
        if (left_[kind] == 0 || !fits(Square(cell), sides)) continue;
        ++nodes;
        --left_[kind];
        board_[cell] = sides;
        fill(cell + 1);
        board_[cell].reset();
        ++left_[kind];
      }
  }

  const EdgePuzzle& puzzle_;
  PieceKinds kinds_;
  std::vector<std::optional<Sides>> board_;
  std::vector<std::size_t> left_;
};

/// The same puzzle with its colours spread over nearly all numbers there are, and so that lists of the fitting table
/// must be shared: with 2^16 numbers ("any" included) those that differ by multiples of 16 meet in its 2^20 lists.
Puzzle with_spread_colours(const Puzzle& puzzle) {
  constexpr std::size_t count = 65535;
  const auto spread = [&](Colour colour) { return Colour(count - 16 * (colour.index() + 1)); };
  Puzzle result = puzzle;
  auto& body = std::get<EdgePuzzle>(result.body);
  for (Sides& sides : body.pieces) std::transform(sides.begin(), sides.end(), sides.begin(), spread);
  if (body.frame) body.frame = spread(*body.frame);
  body.mate.clear();
  for (std::size_t c = 0; c < count; ++c) body.mate.push_back(Colour(c));
  for (std::size_t c = 0; c < puzzle.edge().mate.size(); ++c)
    body.mate[spread(Colour(c)).index()] = spread(puzzle.edge().mate[c]);
  body.colours.resize(count);
  return result;
}

/// Brendan Owen's 4x4 benchmark, set 1.
Puzzle owen_4x4() {
  return edge_sample("owen-4x4", 4, 4, 0,
                     {{0, 0, 1, 1},
                      {0, 0, 1, 2},
                      {0, 0, 2, 1},
                      {0, 0, 2, 2},
                      {0, 1, 3, 1},
                      {0, 1, 3, 2},
                      {0, 1, 4, 1},
                      {0, 1, 5, 2},
                      {0, 2, 4, 1},
                      {0, 2, 4, 2},
                      {0, 2, 5, 1},
                      {0, 2, 5, 2},
                      {3, 3, 5, 5},
                      {3, 4, 3, 5},
                      {3, 4, 4, 4},
                      {3, 5, 5, 4}});
}

}  // namespace

TEST_CASE("solutions and nodes counted by hand") {
  struct Count {
    Puzzle puzzle;
    std::size_t solutions;
    std::uint64_t nodes;
  };
  const std::vector<std::array<int, 4>> striped(4, {1, 2, 1, 2}), plain(4, {1, 1, 1, 1});
  const Count counts[] = {
      {edge_sample("asymmetric", 1, 1, std::nullopt, {{0, 1, 2, 3}}), 4, 4},
      {edge_sample("half-turn", 1, 1, std::nullopt, {{0, 1, 0, 1}}), 2, 2},
      {edge_sample("plain", 1, 1, std::nullopt, {{1, 1, 1, 1}}), 1, 1},
      {edge_sample("not-the-frame", 1, 1, 0, {{1, 1, 1, 1}}), 0, 0},
      // Any corner first; its neighbours are then the only ones that fit.
      {four_corners(), 4, 16},
      {four_twins(), 1, 4},
      {edge_sample("plain-four", 2, 2, std::nullopt, plain), 1, 4},
      // The first piece's turn decides the whole board.
      {edge_sample("striped-four", 2, 2, std::nullopt, striped), 2, 8},
      // Either piece left; each may only be turned so that 0 faces 1.
      {complement_sample("pair", 2, 1, {{4, 0, 4, 4}, {4, 4, 4, 1}}), 2, 10},
  };
  for (const auto& [puzzle, solutions, nodes] : counts) {
    CAPTURE(puzzle.name);
    const Outcome outcome = solve(puzzle);
    CHECK(outcome.boards.size() == solutions);
    CHECK(outcome.nodes == nodes);
  }
}

TEST_CASE("kinds are tried in ascending order, then rotations") {
  const Outcome outcome = solve(edge_sample("row", 2, 1, std::nullopt, {{1, 1, 1, 1}, {0, 1, 0, 1}}));
  const Placed plain{PieceId(0), 0}, striped{PieceId(1), 0};
  REQUIRE(outcome.boards.size() == 2);
  CHECK(outcome.boards[0] == Solution{EdgeBoard{{plain, striped}}});
  CHECK(outcome.boards[1] == Solution{EdgeBoard{{striped, plain}}});
  CHECK(outcome.nodes == 5);  // the striped piece, turned, is tried and has no neighbour
}

TEST_CASE("hinted cells are filled beforehand and are no nodes") {
  const Outcome outcome = solve(with_hint(four_corners(), 3, 0, 2));
  CHECK(outcome.boards.size() == 1);
  CHECK(outcome.nodes < 16);
  REQUIRE_FALSE(outcome.boards.empty());
  CHECK(outcome.boards[0].edge().cells[3] == Placed{PieceId(0), 2});

  const Outcome all_hinted = solve(with_hint(edge_sample("one", 1, 1, std::nullopt, {{0, 1, 2, 3}}), 0, 0, 1));
  CHECK(all_hinted.boards.size() == 1);
  CHECK(all_hinted.nodes == 0);
  CHECK(solve(with_hint(four_corners(), 3, 0, 1)).boards.empty());                      // its grey sides face inwards
  CHECK(solve(with_hint(with_hint(four_corners(), 0, 0, 0), 1, 3, 3)).boards.empty());  // does not fit the other
}

TEST_CASE("a hinted twin is the one that the hint names") {
  const Outcome outcome = solve(with_hint(four_twins(), 0, 2, 2));
  REQUIRE(outcome.boards.size() == 1);
  CHECK(outcome.boards[0].edge().cells[0] == Placed{PieceId(2), 2});
}

TEST_CASE("known puzzles") {
  CHECK(solve(owen_4x4()).boards.size() == 36);
  CHECK(sorted_keys(giraffe(), solve(giraffe()).boards).size() == all_boards(giraffe()).size());
}

TEST_CASE("the other order finds the same boards") {
  for (const Puzzle& puzzle : {owen_4x4(), giraffe(), with_hint(giraffe(), 5, 0, 3)}) {
    CAPTURE(puzzle.name);
    CHECK(sorted_keys(puzzle, solve(puzzle, "column").boards) == sorted_keys(puzzle, solve(puzzle).boards));
  }
}

TEST_CASE("random puzzles: the boards of the oracle, the nodes of the definition") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    const auto boards = try_all_boards(puzzle, 200'000);
    if (!boards) continue;
    CAPTURE(seed);
    INFO(describe(puzzle));
    std::vector<SolutionKey> expected;
    for (const auto& [key, board] : *boards) expected.push_back(key);

    const Outcome outcome = solve(puzzle);
    const SlowSearch slow(puzzle.edge());
    CHECK(sorted_keys(puzzle, outcome.boards) == expected);
    CHECK(outcome.nodes == slow.nodes);
    CHECK(slow.solutions == expected.size());
    CHECK(sorted_keys(puzzle, solve(puzzle, "column").boards) == expected);
  }
}

TEST_CASE("very many colours change nothing") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    INFO(describe(puzzle));
    CHECK(sorted_keys(puzzle, solve(with_spread_colours(puzzle)).boards) == sorted_keys(puzzle, solve(puzzle).boards));
    CHECK(solve(with_spread_colours(puzzle)).nodes == solve(puzzle).nodes);
  }
}

}  // namespace tesselle::testing
