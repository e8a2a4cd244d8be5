#include "packing/cover/cover.hpp"

#include <doctest/doctest.h>

#include "base/cpu.hpp"
#include "engine_checks.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::testing {
namespace {

void check_kernels_equal(const Puzzle& puzzle) {
  for (const SearchSymmetry symmetry : {SearchSymmetry::whole, SearchSymmetry::reduced}) {
    const Findings expected = search(cover_engine(), puzzle, symmetry, {{"kernel", "scalar"}});
    for (const Instructions instructions : {Instructions::avx2, Instructions::avx512}) {
      const std::string_view kernel = name_of(instructions);
      CAPTURE(kernel);
      if (supports(instructions)) CHECK(search(cover_engine(), puzzle, symmetry, {{"kernel", kernel}}) == expected);
    }
  }
}

PackingPiece bar(std::string name, int length) {
  return piece_of_cells(LatticeKind::square, std::move(name), box_cells(length, 1));
}

/// A strip to be cut into ten bars of one length, one shorter and one longer bar: 12 * 11 ways.
Puzzle strip(int length) {
  PackingPiece equal = bar("equal", length);
  equal.min_copies = 0;
  equal.max_copies = PackingPiece::unlimited;
  return packing_puzzle("strip", LatticeKind::square, box_cells(12 * length, 1),
                        {equal, bar("short", length - 1), bar("long", length + 1)});
}

std::uint64_t cover_distinct(const Puzzle& puzzle) {
  return tally(cover_engine(), puzzle, SearchSymmetry::reduced).orbits;
}

}  // namespace

TEST_CASE("cover finds exactly the oracle's boards on random puzzles of every lattice") {
  check_on_random_puzzles(cover_engine(), 1, 60);
}

TEST_CASE("the kernels of cover make the same nodes and find the same boards in the same order") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng, {.max_cells = 20});
    CAPTURE(describe(puzzle));
    check_kernels_equal(puzzle);
  }
  check_kernels_equal(soma());
  check_kernels_equal(dominoes_in(4, 5));
}

TEST_CASE("cover works with masks of every width") {
  for (const int length : {3, 5, 8, 13, 19, 30, 41, 62, 85}) {  // 36 to 1020 cells
    CAPTURE(length);
    const Tally whole = tally(cover_engine(), strip(length), SearchSymmetry::whole);
    CHECK(whole.boards == 132);
    const Tally reduced = tally(cover_engine(), strip(length), SearchSymmetry::reduced);
    CHECK(reduced.orbits == 66);
    CHECK(reduced.boards == 132);
    check_kernels_equal(strip(length));
  }
}

TEST_CASE("cover: published counts up to symmetry") {
  CHECK(cover_distinct(soma()) == 240);
  CHECK(cover_distinct(pentominoes_in(3, 20)) == 2);
  CHECK(cover_distinct(pentominoes_in(4, 15)) == 368);
  CHECK(cover_distinct(pentominoes_in(5, 12)) == 1010);
  CHECK(cover_distinct(pentominoes_in(6, 10)) == 2339);
  CHECK(cover_distinct(pentominoes_in(2, 3, 10)) == 12);
  CHECK(cover_distinct(pentominoes_in(2, 5, 6)) == 264);
}

TEST_CASE("cover: every symmetric copy when asked") {
  CHECK(tally(cover_engine(), soma(), SearchSymmetry::whole).boards == 240 * 48);
  CHECK(tally(cover_engine(), dominoes_in(6, 6), SearchSymmetry::whole).boards == 6728);
}

TEST_CASE("cover: the piece that is put first does not change the count") {
  for (const std::string_view piece : {"F", "I", "P", "W", "Z"}) {
    CAPTURE(piece);
    const Tally found = tally(cover_engine(), pentominoes_in(3, 20), SearchSymmetry::reduced, {{"first-piece", piece}});
    CHECK(found.orbits == 2);
    CHECK(found.boards == 8);
  }
}

TEST_CASE("cover refuses what it cannot do, by name") {
  const auto make = [](const Puzzle& puzzle, Settings settings = {}) {
    return cover_engine().make(puzzle, configured(cover_engine(), SearchSymmetry::reduced, settings));
  };
  CHECK_THROWS_WITH_AS(make(dominoes_in(5, 205)), "engine cover: the region has 1025 cells, at most 1024 are possible",
                       UsageError);
  CHECK_THROWS_AS(make(soma(), {{"first-piece", "Q"}}), UsageError);
  CHECK_THROWS_AS(make(dominoes_in(4, 4), {{"first-piece", "domino"}}), UsageError);
  if (!supports(Instructions::avx512)) CHECK_THROWS_AS(make(soma(), {{"kernel", "avx512"}}), UsageError);
}

}  // namespace tesselle::testing
