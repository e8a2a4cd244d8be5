#include <doctest/doctest.h>

#include <algorithm>

#include "support/examples.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

void check_round_trip(const Puzzle& puzzle) {
  const std::string text = write_toml(puzzle);
  CAPTURE(text);
  const Puzzle again = read_toml(text, "again.toml");
  CHECK(again == puzzle);
  CHECK(puzzle_hash(again) == puzzle_hash(puzzle));
  CHECK(write_toml(again) == text);
  CHECK(read_puzzle(text, "again.toml") == puzzle);
}

/// The same puzzle with names instead of numbers, some of them awkward.
Puzzle with_names(Puzzle puzzle, Rng& rng) {
  auto& colours = std::get<EdgePuzzle>(puzzle.body).colours;
  const std::vector<std::string> awkward = {"\"", "\\", "é", "#", "0", "'''", "\x7f", "a=b", "[", "x\x01y"};
  for (std::size_t c = 0; c < colours.size(); ++c)
    colours[c] = rng.below(2) == 0 && c < awkward.size() ? awkward[c] : "c" + std::to_string(colours.size() - c);
  return puzzle;
}

}  // namespace

TEST_CASE("every built-in puzzle survives being written and read") {
  for (const std::string& name : library_names()) {
    CAPTURE(name);
    check_round_trip(load_puzzle(name));
  }
}

TEST_CASE("hand-made puzzles survive being written and read") {
  for (const Puzzle& puzzle : edge_samples()) check_round_trip(puzzle);
  for (const Puzzle& puzzle : packing_samples()) check_round_trip(puzzle);
}

TEST_CASE("random edge-matching puzzles survive being written and read, numbered and named") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    check_round_trip(puzzle);
    check_round_trip(with_names(puzzle, rng));
  }
}

TEST_CASE("random packing puzzles of every lattice survive being written and read") {
  for (const LatticeKind lattice :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter})
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      CAPTURE(seed);
      Rng rng(seed);
      PackingRecipe recipe;
      recipe.lattice = lattice;
      check_round_trip(random_packing_puzzle(rng, recipe));
    }
}

TEST_CASE("title and source may hold anything that a line, or a text, can") {
  Puzzle puzzle = edge_samples().front();
  puzzle.title = "He said \"no\\yes\", twice — naïvely";
  puzzle.source = "first line\nsecond\tline \x01 \x7f \"\"\" end\\";
  check_round_trip(puzzle);
}

TEST_CASE("a region that has a box's size but not its shape is written cell by cell") {
  Puzzle puzzle = packing_samples().front();
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  body = {};
  body.pieces = {shape("m", "#")};
  for (const std::vector<Cell>& region :
       {std::vector<Cell>{{0, 0, 0}, {1, 1, 0}}, std::vector<Cell>{{1, 0, 0}, {1, 1, 0}},
        std::vector<Cell>{{-1, 0, 0}, {0, 0, 0}}, std::vector<Cell>{{0, 0, 0}, {0, 3, 0}, {1, 0, 0}, {1, 1, 0}}}) {
    body.region = region;
    CHECK(write_toml(puzzle).find("region_cells") != std::string::npos);
    check_round_trip(puzzle);
  }
  body.region = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
  CHECK(write_toml(puzzle).find("region = \"2x2\"") != std::string::npos);
  check_round_trip(puzzle);
}

TEST_CASE("plain lists survive, and agree with the native file") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    EdgeRecipe recipe;
    recipe.matching = Matching::same;
    recipe.max_hints = 0;
    if (seed % 2 == 0) recipe.width = recipe.height = 3;
    const Puzzle puzzle = random_edge_puzzle(rng, recipe);
    const std::string list = write_plain_nesw(puzzle);
    const Puzzle again = read_puzzle(list, "list.txt");
    CHECK(again.name == "list");
    CHECK(write_plain_nesw(again) == list);
    CHECK(read_plain_nesw(list, "list.txt") == again);
    CHECK(read_toml(write_toml(again), "again.toml") == again);
    if (puzzle.edge().width != puzzle.edge().height) continue;
    const std::string other = write_plain_nswe(puzzle);
    CHECK(read_puzzle(other, "list.txt") == again);
    CHECK(write_plain_nswe(again) == other);
  }
}
