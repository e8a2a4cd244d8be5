#include "edge/sat/sat.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>

#include "support/collect.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/run_program.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"
#include "verify/drat.hpp"

namespace tesselle::testing {
namespace {

CollectingSink search(const Puzzle& puzzle, SearchSymmetry symmetry) {
  const EngineInfo info = edge_sat_engine();
  const auto engine = info.make(puzzle, {.goal = Goal::all, .symmetry = symmetry, .options = Options(info.options)});
  CollectingSink sink;
  REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
  return sink;
}

std::multiset<SolutionKey> keys_of(const SymmetryGroup& group, const std::vector<Solution>& boards) {
  std::multiset<SolutionKey> keys;
  for (const Solution& board : boards) keys.insert(group.key(board));
  return keys;
}

/// One board of each orbit with the orbit's size, and together all boards.
void check_reduced(const Puzzle& puzzle, const std::multiset<SolutionKey>& expected) {
  const SymmetryGroup group(puzzle);
  const CollectingSink found = search(puzzle, SearchSymmetry::reduced);
  std::vector<Solution> unfolded;
  for (std::size_t i = 0; i < found.boards.size(); ++i) {
    const auto orbit = group.orbit(found.boards[i]);
    CHECK(found.orbit_sizes[i] == orbit.size());
    unfolded.insert(unfolded.end(), orbit.begin(), orbit.end());
  }
  CHECK(keys_of(group, unfolded) == expected);
}

void check_against_oracle(std::uint64_t seeds, const EdgeRecipe& recipe, int& solvable) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, recipe);
    const auto boards = try_all_boards(puzzle, 100'000);
    if (!boards || boards->size() > 300) continue;
    CAPTURE(describe(puzzle));
    std::multiset<SolutionKey> expected;
    for (const auto& [key, board] : *boards) expected.insert(key);
    solvable += !expected.empty();
    CHECK(keys_of(SymmetryGroup(puzzle), search(puzzle, SearchSymmetry::whole).boards) == expected);
    check_reduced(puzzle, expected);
  }
}

}  // namespace

TEST_CASE("edge sat: finds what the oracle finds, whole and reduced") {
  int solvable = 0;
  check_against_oracle(120, {.max_cells = 8}, solvable);
  CHECK(solvable > 40);
  for (const Matching matching : {Matching::same, Matching::complement})
    for (const bool framed : {false, true})
      check_against_oracle(20, {.max_cells = 8, .matching = matching, .framed = framed}, solvable);
  check_against_oracle(20, {.width = 3, .height = 3, .max_hints = 0}, solvable);
  check_against_oracle(30, {.max_cells = 6, .colours = 1}, solvable);  // twins everywhere
}

TEST_CASE("edge sat: known counts") {
  const std::map<std::string, std::size_t> known = {
      {"owen-3x3", 16}, {"owen-4x4", 36}, {"owen-5x5", 16}, {"girafe", 12}};
  for (const auto& [name, solutions] : known) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    CHECK(search(puzzle, SearchSymmetry::whole).boards.size() == solutions);
    CHECK(search(puzzle, SearchSymmetry::reduced).boards.size() == solutions / 4);
  }
}

TEST_CASE("edge sat: solves S5's first instance") {
  const Puzzle puzzle = load_puzzle("inf6102-a");
  CollectingSink sink(1);
  make_engine(edge_sat_engine(), puzzle)->advance({1'000'000}, sink);
  REQUIRE(sink.boards.size() == 1);
  CHECK(verify(puzzle, sink.boards[0]).solves());
}

TEST_CASE("edge sat: proofs that there is no solution, and no other than those found") {
  const TemporaryFolder folder;
  const EngineInfo info = edge_sat_engine();
  EngineConfig config{.goal = Goal::all, .options = Options(info.options)};
  config.options.set("proof", folder.file("proof"));
  config.options.set("cnf", folder.file("cnf"));
  int refuted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 9});
    CAPTURE(describe(puzzle));
    const auto engine = info.make(puzzle, config);
    CollectingSink sink(100);
    if (engine->advance({1'000'000}, sink) == Advance::running) continue;
    const ProofVerdict verdict =
        check_drat(read_text(folder.file("cnf")), "cnf", read_text(folder.file("proof")), "proof");
    CHECK_MESSAGE(verdict.accepted, verdict.reason);
    refuted += sink.boards.empty();
    std::filesystem::remove(folder.file("proof"));
  }
  CHECK(refuted > 5);
}

TEST_CASE("edge sat: refuses what it cannot do") {
  const EngineInfo info = edge_sat_engine();
  const auto make = [&](Goal goal, const std::string& proof, const std::string& cnf) {
    EngineConfig config{.goal = goal, .options = Options(info.options)};
    config.options.set("proof", proof);
    config.options.set("cnf", cnf);
    info.make(four_corners(), config);
  };
  CHECK_THROWS_AS(make(Goal::best, "", ""), UsageError);
  CHECK_THROWS_AS(make(Goal::first, "proof", ""), UsageError);
  CHECK_THROWS_AS(make(Goal::first, "same", "same"), UsageError);
  CHECK_THROWS_AS(make(Goal::first, "", "/no/such/folder/cnf"), InputError);
}

}  // namespace tesselle::testing
