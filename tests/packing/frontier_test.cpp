#include "packing/frontier/frontier.hpp"

#include <doctest/doctest.h>

#include "engine_checks.hpp"
#include "tesselle/engine.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

std::string count(const Puzzle& puzzle, std::uint64_t slice = 1'000'000) {
  const EngineInfo info = frontier_engine();
  const auto engine = info.make(puzzle, {.goal = Goal::count, .options = Options(info.options)});
  CollectingSink sink;
  CHECK(run_to_end(*engine, sink, slice) == Advance::exhausted);
  return dynamic_cast<const CountsExactly&>(*engine).solution_count().decimal();
}

Puzzle dominoes(int width, int height) {
  return read_ascii("region: " + std::to_string(width) + "x" + std::to_string(height) + "\nD: *\n##\n", "dominoes");
}

Puzzle unlimited(const std::string& box, const std::string& set) {
  Puzzle puzzle = read_toml("family = \"packing\"\nregion = \"" + box + "\"\nsets = [\"" + set + "\"]\n", "f");
  for (PackingPiece& piece : std::get<PackingPuzzle>(puzzle.body).pieces) {
    piece.min_copies = 0;
    piece.max_copies = PackingPiece::unlimited;
  }
  return puzzle;
}

}  // namespace

TEST_CASE("frontier: tilings with unlimited copies that everybody knows") {
  CHECK(count(dominoes(2, 10)) == "89");
  CHECK(count(dominoes(8, 8)) == "12988816");
  CHECK(count(dominoes(7, 7)) == "0");
  CHECK(count(unlimited("5x10", "pentominoes")) == "101698212");
  CHECK(count(unlimited("10x5", "pentominoes")) == "101698212");
}

TEST_CASE("frontier: a row of dominoes two high gives Fibonacci numbers of any length") {
  // F(501), by adding decimal strings.
  std::string a = "1", b = "1";
  for (int n = 2; n <= 500; ++n) {
    std::string sum;
    int carry = 0;
    for (std::size_t i = 0; i < b.size() || carry > 0; ++i) {
      const int digit = (i < a.size() ? a[i] - '0' : 0) + (i < b.size() ? b[i] - '0' : 0) + carry;
      sum += static_cast<char>('0' + digit % 10);
      carry = digit / 10;
    }
    a = std::exchange(b, sum);
  }
  CHECK(b.size() > 100);
  CHECK(count(dominoes(500, 2)) == std::string(b.rbegin(), b.rend()));
}

TEST_CASE("frontier counts the oracle's boards on random puzzles of every lattice, whatever the slice") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng);
    INFO(describe(puzzle));
    const std::optional<Boards> found = try_all_boards(puzzle);
    if (!found) continue;
    const std::string boards = std::to_string(found->size());
    CHECK(count(puzzle) == boards);
    CHECK(count(puzzle, 1) == boards);
  }
}

TEST_CASE("frontier: limited copies, holes and hints as in the searches") {
  CHECK(count(load_puzzle("soma")) == "11520");
  CHECK(count(load_puzzle("pentominoes-3x20")) == "8");
}

TEST_CASE("frontier makes no boards") {
  const EngineInfo info = frontier_engine();
  const EngineConfig config{.goal = Goal::first, .options = Options(info.options)};
  CHECK_THROWS_AS(info.make(dominoes(2, 2), config), UsageError);
}
