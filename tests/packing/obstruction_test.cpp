#include "packing/obstruction/obstruction.hpp"

#include <doctest/doctest.h>

#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

std::string reason(const std::string& art) { return obstruction(read_ascii(art, "f").packing()).value_or("none"); }

bool mentions(const std::string& text, const std::string& words) { return text.find(words) != text.npos; }

}  // namespace

TEST_CASE("why there is no solution") {
  CHECK(mentions(reason("region: 2x2\nI: 3\n##\n"), "must be used have 6 cells, the region only 4"));
  CHECK(mentions(reason("region: 2x2\nI:\n##\n"), "the pieces have 2 cells, the region 4"));
  CHECK(mentions(reason("region: 3x3\nI: *\n####\n"), "no piece reaches cell (0, 0, 0)"));
  CHECK(mentions(reason("region: 3x3\nI:\n####\nX:\n#####\n"), "piece I fits nowhere"));
  CHECK(reason("region: 8x8\nI: 32\n##\n") == "none");
  CHECK(mentions(reason("region:\n.###\n####\n####\n###.\nI: 7\n##\n"), "x + y + z odd"));
  CHECK(mentions(reason("region: 4x5\nO:\n##\n##\nI:\n####\nL:\n###\n#..\nS:\n##.\n.##\nT:\n###\n.#.\n"),
                 "x + y + z odd"));
}

TEST_CASE("a puzzle with a solution is never said to have none") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng);
    const auto boards = try_all_boards(puzzle);
    if (boards && !boards->empty()) CHECK_FALSE(obstruction(puzzle.packing()));
  }
}
