#include <doctest/doctest.h>

#include <set>

#include "edge/corolla/corolla.hpp"
#include "edge/corolla_data/build.hpp"
#include "edge/scan/scan.hpp"
#include "support/collect.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

EngineConfig with(const std::string& name, const std::string& text) {
  EngineConfig config{.goal = Goal::all};
  config.options = Options(corolla_engine().options);
  config.options.set(name, text);
  return config;
}

std::multiset<SolutionKey> found_by(Engine& engine, const Puzzle& puzzle) {
  CollectingSink sink;
  REQUIRE(run_to_end(engine, sink) == Advance::exhausted);
  const SymmetryGroup group(puzzle);
  std::multiset<SolutionKey> keys;
  for (const Solution& board : sink.boards) {
    CHECK(verify(puzzle, board).solves());
    keys.insert(group.key(board));
  }
  return keys;
}

}  // namespace

TEST_CASE("corolla: finds what the oracle finds") {
  int solvable = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 12});
    const auto boards = try_all_boards(puzzle, 30'000);
    if (!boards) continue;
    CAPTURE(describe(puzzle));
    std::multiset<SolutionKey> expected;
    for (const auto& [key, board] : *boards) expected.insert(key);
    solvable += !expected.empty();
    CHECK(found_by(*make_engine(corolla_engine(), puzzle), puzzle) == expected);
  }
  CHECK(solvable > 60);
}

TEST_CASE("corolla: known counts, with fewer nodes than cell by cell where there is a frame") {
  const std::vector<std::pair<const char*, std::size_t>> known = {
      {"owen-3x3", 16}, {"owen-4x4", 36}, {"owen-5x5", 16}, {"girafe", 12}};
  for (const auto& [name, solutions] : known) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    const auto engine = make_engine(corolla_engine(), puzzle);
    CHECK(found_by(*engine, puzzle).size() == solutions);
    const auto scan = make_engine(scan_engine(), puzzle);
    found_by(*scan, puzzle);
    if (puzzle.edge().frame) CHECK(engine->progress().nodes < scan->progress().nodes);
  }
}

TEST_CASE("corolla: a file of corollas gives the same search") {
  const TemporaryFolder folder;
  for (const char* name : {"owen-4x4", "girafe"})
    for (const std::uint64_t store_limit : {std::uint64_t{5'000}, std::uint64_t{1} << 30}) {
      const Puzzle puzzle = load_puzzle(name);
      edge::corollas::build_corollas(puzzle, folder.file("c"), {.store_limit = store_limit}, {},
                                     [](const edge::corollas::BuildProgress&) {});
      const auto engine = corolla_engine().make(puzzle, with("corollas", folder.file("c")));
      const auto grown = make_engine(corolla_engine(), puzzle);
      CHECK(found_by(*engine, puzzle) == found_by(*grown, puzzle));
      CHECK(engine->progress().nodes == grown->progress().nodes);
    }
}

TEST_CASE("corolla: refuses files of other puzzles and radii, and tables that are too large") {
  const TemporaryFolder folder;
  edge::corollas::build_corollas(load_puzzle("owen-3x3"), folder.file("c"), {.radius = 2}, {},
                                 [](const edge::corollas::BuildProgress&) {});
  CHECK_THROWS_AS(corolla_engine().make(load_puzzle("owen-3x3"), with("corollas", folder.file("c"))), UsageError);
  CHECK_THROWS_AS(corolla_engine().make(load_puzzle("owen-4x4"), with("corollas", folder.file("c"))), InputError);
  CHECK_THROWS_AS(corolla_engine().make(load_puzzle("eternity2"), with("corolla-tables", "1")), UsageError);
}

}  // namespace tesselle::testing
