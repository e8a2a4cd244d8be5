#include "packing/generate/eternity.hpp"

#include <doctest/doctest.h>

#include <set>

#include "polyform/forms.hpp"
#include "run/registry.hpp"
#include "support/collect.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::packing;

TEST_CASE("the region of 209 pieces is Eternity's own") {
  CHECK(eternity_region(209) == load_puzzle("eternity1").packing().region);
}

TEST_CASE("regions of every size have the right area and no thin angles") {
  for (const int pieces : {2, 3, 4, 5, 7, 9, 13, 20, 31, 75}) {
    const auto region = eternity_region(pieces);
    CAPTURE(pieces);
    CHECK(region.size() == static_cast<std::size_t>(36 * pieces));
    CHECK(polyform::is_plain_polydrafter(region));
  }
  CHECK(!polyform::is_plain_polydrafter({{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}));  // a drafter has an angle of 30 degrees
  CHECK(!polyform::is_plain_polydrafter({{0, 0, 0}, {0, 0, 1}}));             // no half triangle
}

TEST_CASE("boards: as many pieces as asked for, all different, the same for the same seed") {
  CHECK(eternity_superset().size() == 770);
  const Puzzle board = eternity_board({12, 5, 3});
  std::set<std::vector<Cell>> shapes;
  for (const PackingPiece& piece : board.packing().pieces) {
    shapes.insert(piece.cells);
    CHECK(piece.cells.size() == 36);
    CHECK(piece.min_copies == 0);
  }
  CHECK(shapes.size() == 17);
  CHECK(board == eternity_board({12, 5, 3}));
  CHECK(board.packing().pieces != eternity_board({12, 5, 4}).packing().pieces);
  CHECK(eternity_board({12, 0, 3}).packing().pieces.front().min_copies == 1);
  CHECK(read_puzzle(write_toml(board), "board.toml").packing() == board.packing());
}

TEST_CASE("a planted board is solved by what was planted, and no piece tells which") {
  const EternityRecipe recipe{5, 3, 8};
  const Puzzle ground = planting_ground(recipe);
  CHECK(ground.packing().pieces.size() == 770);
  const EngineInfo& tile = engine_named("tile", Family::packing);
  const auto engine = tile.make(ground, {.goal = Goal::first, .options = Options(tile.options)});
  struct First final : SolutionSink {
    void counted(std::uint64_t, std::uint64_t) override {}
    void improved(const Solution&) override {}
    Flow offer(const Solution& solution, std::uint64_t) override { return found = solution, Flow::stop; }
    std::optional<Solution> found;
  } sink;
  while (!sink.found && engine->advance({100'000}, sink) == Advance::running) {
  }
  REQUIRE(sink.found);
  const PlantedBoard board = planted_board(recipe, ground, *sink.found);
  CHECK(board.puzzle.packing().pieces.size() == 8);
  CHECK(board.planted.packing().placements.size() == 5);
  CHECK(verify(board.puzzle, board.planted).solves());
}

TEST_CASE("impossible boards are refused") {
  CHECK_THROWS_AS(eternity_board({1, 0, 1}), UsageError);
  CHECK_THROWS_AS(eternity_board({771, 0, 1}), UsageError);
  CHECK_THROWS_AS(eternity_board({700, 71, 1}), UsageError);
  CHECK_THROWS_AS(planting_ground({10, -1, 1}), UsageError);
}
