#include "edge/memo/memo.hpp"

#include <doctest/doctest.h>

#include "edge/scan/scan.hpp"
#include "edge/tables/paths.hpp"
#include "engine/counting.hpp"
#include "support/collect.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::testing {
namespace {

struct Count {
  std::string boards;
  std::uint64_t distinct = 0, nodes = 0;
  friend bool operator==(const Count&, const Count&) = default;
};

Count count(const Puzzle& puzzle, const std::string& order = "auto", std::uint64_t slice = 1'000'000,
            const std::string& memory = "64") {
  const EngineInfo info = memo_engine();
  EngineConfig config{.goal = Goal::count, .options = Options(info.options)};
  config.options.set("order", order);
  config.options.set("memory", memory);
  const auto engine = info.make(puzzle, config);
  CollectingSink sink;
  CHECK(run_to_end(*engine, sink, slice) == Advance::exhausted);
  CHECK(engine->advance({1}, sink) == Advance::exhausted);
  CHECK(engine->progress().fraction.value_or(0) == doctest::Approx(1));
  const auto& exact = dynamic_cast<const CountsExactly&>(*engine);
  CHECK(std::to_string(sink.counted_boards) == exact.solution_count().decimal());
  CHECK(sink.counted_orbits == exact.distinct_count());
  return {exact.solution_count().decimal(), sink.counted_orbits, engine->progress().nodes};
}

void check_with_oracle(const Puzzle& puzzle) {
  const auto boards = try_all_boards(puzzle, 20'000);
  if (!boards) return;
  CAPTURE(describe(puzzle));
  const Count found = count(puzzle);
  CHECK(found.boards == std::to_string(boards->size()));
  CHECK(found.distinct == distinct_count(puzzle, *boards));
  CHECK(count(puzzle, "auto", 1) == found);
  for (const std::string& order : edge::path_names()) CHECK(count(puzzle, order).boards == found.boards);
}

/// A board of one kind of piece, or two, so that rotations map boards onto themselves.
Puzzle uniform(int width, int height, const std::vector<Sides>& pieces) {
  EdgePuzzle puzzle;
  puzzle.width = width;
  puzzle.height = height;
  puzzle.colours = {"0", "1", "2"};
  puzzle.mate = {Colour(0), Colour(1), Colour(2)};
  for (std::size_t p = 0; p < puzzle.cell_count(); ++p) puzzle.pieces.push_back(pieces[p % pieces.size()]);
  return {"uniform", "Few kinds of pieces", "made by a test", puzzle};
}

}  // namespace

TEST_CASE("memo counts the oracle's boards, all and up to rotation, on random puzzles") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    check_with_oracle(random_edge_puzzle(rng));
  }
}

TEST_CASE("memo: boards that are their own rotations are counted right") {
  const std::vector<Sides> kinds = {sides(0, 1, 0, 1), sides(0, 0, 1, 1), sides(0, 1, 1, 1), sides(0, 0, 0, 0),
                                    sides(0, 1, 2, 1)};
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}, {3, 3}, {2, 4}})
    for (const Sides& a : kinds)
      for (const Sides& b : kinds) check_with_oracle(uniform(width, height, {a, b}));
}

TEST_CASE("memo agrees with scan on boards too large for the oracle") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.width = 4, .height = 4, .max_cells = 16, .colours = 3});
    const auto scan = make_engine(scan_engine(), puzzle);
    CollectingSink sink;
    if (scan->advance({300'000}, sink) != Advance::exhausted) continue;
    CAPTURE(describe(puzzle));
    CHECK(count(puzzle).boards == std::to_string(sink.boards.size()));
  }
}

TEST_CASE("memo: known answers") {
  CHECK(count(load_puzzle("owen-4x4")) == Count{"36", 9, count(load_puzzle("owen-4x4")).nodes});
  CHECK(count(load_puzzle("owen-5x5")).distinct == 4);
  CHECK(count(load_puzzle("girafe")).boards == "12");
}

TEST_CASE("memo: with little memory the same is counted, by walking what is not kept") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const Count much = count(puzzle, "spiral-in"), little = count(puzzle, "spiral-in", 1000, "1");
  CHECK(little.boards == much.boards);
  CHECK(little.nodes > much.nodes);
}

TEST_CASE("memo: numbers beyond 64 bits") {
  // Every piece fits everywhere in every turn: 4 ways for each of the 36 pieces that may be any of 36: 36! 4^36.
  std::vector<Sides> pieces;
  EdgePuzzle puzzle = uniform(6, 6, {sides(0, 0, 0, 0)}).edge();
  CHECK(count(Puzzle{"all", "", "", puzzle}).boards == "1");
  // With two kinds of squares that fit everywhere, the boards are the ways to choose their cells.
  EdgePuzzle strip = uniform(1, 140, {sides(0, 1, 0, 1), sides(0, 2, 0, 2)}).edge();
  const EngineInfo info = memo_engine();
  const auto engine =
      info.make(Puzzle{"strip", "", "", strip}, {.goal = Goal::count, .options = Options(info.options)});
  CollectingSink sink;
  run_to_end(*engine, sink);
  CHECK(dynamic_cast<const CountsExactly&>(*engine).solution_count().decimal() ==
        "93820969697840041204785894580506297666600");
}

TEST_CASE("memo makes no boards and refuses what it cannot hold") {
  const EngineInfo info = memo_engine();
  const Puzzle puzzle = load_puzzle("owen-3x3");
  CHECK_THROWS_AS(info.make(puzzle, {.goal = Goal::first, .options = Options(info.options)}), UsageError);
  Options options(info.options);
  CHECK_THROWS_AS(options.set("memory", "0"), UsageError);
  CHECK_THROWS_AS(options.set("order", "zigzag"), UsageError);
}

}  // namespace tesselle::testing
