#include "packing/fill/fill.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "base/cpu.hpp"
#include "engine_checks.hpp"
#include "packing/fill/fill_order.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::testing {
namespace {

/// The count of Gilleta 2000: the root and every placement made.
std::uint64_t nodes_as_in_s3(const Puzzle& puzzle) {
  return 1 + tally(fill_engine(), puzzle, SearchSymmetry::whole).nodes;
}

std::uint64_t distinct(const Puzzle& puzzle) { return tally(fill_engine(), puzzle, SearchSymmetry::reduced).orbits; }

}  // namespace

TEST_CASE("fill finds exactly the oracle's boards on random puzzles of every lattice") {
  check_on_random_puzzles(fill_engine(), 1, 60);
}

TEST_CASE("fill makes the nodes of S3's table 4.3") {
  CHECK(nodes_as_in_s3(pentominoes_in(2, 30)) == 100);
  CHECK(nodes_as_in_s3(pentominoes_in(3, 20)) == 71'191);
  CHECK(nodes_as_in_s3(pentominoes_in(4, 15)) == 1'789'678);
  CHECK(nodes_as_in_s3(pentominoes_in(5, 12)) == 8'387'260);
  CHECK(nodes_as_in_s3(pentominoes_in(2, 2, 15)) == 3'474);
  CHECK(nodes_as_in_s3(pentominoes_in(2, 3, 10)) == 3'543'583);
}

TEST_CASE("the order of filling does not depend on which axis is the long one") {
  CHECK(nodes_as_in_s3(pentominoes_in(20, 3)) == 71'191);
  CHECK(nodes_as_in_s3(pentominoes_in(10, 2, 3)) == 3'543'583);
}

TEST_CASE("the shortest axis varies fastest, optional cells come last") {
  Puzzle puzzle = dominoes_in(3, 2);
  std::get<PackingPuzzle>(puzzle.body).optional_cells = {{3, 0, 0}, {3, 1, 0}};
  CHECK(packing::fill_order(puzzle.packing()) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7});
  Puzzle tall = dominoes_in(2, 3);  // cells by x, then y
  CHECK(packing::fill_order(tall.packing()) == std::vector<std::uint32_t>{0, 2, 4, 1, 3, 5});
}

TEST_CASE("the kernels of fill make the same nodes and find the same boards in the same order") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng, {.max_cells = 20});
    CAPTURE(describe(puzzle));
    const Findings expected = search(fill_engine(), puzzle, SearchSymmetry::whole, {{"kernel", "scalar"}});
    for (const Instructions instructions : {Instructions::avx2, Instructions::avx512}) {
      const std::string_view kernel = name_of(instructions);
      CAPTURE(kernel);
      if (supports(instructions))
        CHECK(search(fill_engine(), puzzle, SearchSymmetry::whole, {{"kernel", kernel}}) == expected);
    }
  }
}

TEST_CASE("fill works with states of every width") {
  for (const int height : {10, 30, 60, 100, 300, 1000, 1023}) {  // one column of dominoes: 20 to 2046 cells
    CAPTURE(height);
    const Tally found = tally(fill_engine(), dominoes_in(1, 2 * height), SearchSymmetry::whole);
    CHECK(found.boards == 1);
    CHECK(found.nodes == static_cast<std::uint64_t>(height));
  }
}

TEST_CASE("fill: published counts up to symmetry") {
  CHECK(distinct(soma()) == 240);
  CHECK(distinct(pentominoes_in(3, 20)) == 2);
  CHECK(distinct(pentominoes_in(4, 15)) == 368);
  CHECK(distinct(pentominoes_in(5, 12)) == 1010);
  CHECK(distinct(pentominoes_in(6, 10)) == 2339);
}

TEST_CASE("fill refuses what it cannot do, by name") {
  CHECK_THROWS_AS(make_engine(fill_engine(), dominoes_in(2, 1024)), UsageError);
}

}  // namespace tesselle::testing
