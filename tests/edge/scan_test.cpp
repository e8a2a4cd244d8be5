#include "edge/scan/scan.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>

#include "base/errors.hpp"
#include "edge/backtrack/backtrack.hpp"
#include "edge/scan/scan_search.hpp"
#include "formats/formats.hpp"
#include "support/collect.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "verify/verify.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

EngineConfig config_with(std::initializer_list<std::pair<const char*, const char*>> settings,
                         SearchSymmetry symmetry = SearchSymmetry::whole) {
  EngineConfig config{.goal = Goal::all, .symmetry = symmetry};
  config.options = Options(scan_engine().options);
  for (const auto& [name, text] : settings) config.options.set(name, text);
  return config;
}

/// What a whole search reports, with the boards as keys.
struct Found {
  std::multiset<SolutionKey> keys;
  std::uint64_t nodes = 0, boards = 0, orbits = 0;
};

Found search(const Puzzle& puzzle, const EngineConfig& config, std::uint64_t slice = 1'000'000) {
  const auto engine = scan_engine().make(puzzle, config);
  CollectingSink sink;
  run_to_end(*engine, sink, slice);
  const SymmetryGroup group(puzzle);
  Found found;
  found.nodes = engine->progress().nodes;
  found.orbits = sink.boards.size();
  for (std::size_t i = 0; i < sink.boards.size(); ++i) {
    CHECK(verify(puzzle, sink.boards[i]).solves());
    found.keys.insert(group.key(sink.boards[i]));
    const std::size_t size = group.orbit_size(sink.boards[i]);
    CHECK((sink.orbit_sizes[i] == 0 || sink.orbit_sizes[i] == size));
    found.boards += size;
  }
  return found;
}


const std::vector<std::string> orders = {"rowscan", "diagonal", "spiral-in", "spiral-out", "quad-spiral-out", "comb"};

}  // namespace

TEST_CASE("scan: Owen's 6x6 in as many nodes as published") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  const auto engine = scan_engine().make(puzzle, config_with({}));
  CollectingSink sink;
  CHECK(run_to_end(*engine, sink) == Advance::exhausted);
  CHECK(engine->progress().nodes == 69'284'103);
  CHECK(sink.boards.size() == 260);
  CHECK(engine->progress().fraction == doctest::Approx(1.0));

  const Found reduced = search(puzzle, config_with({}, SearchSymmetry::reduced));
  CHECK(reduced.orbits == 65);
  CHECK(reduced.boards == 260);
}

TEST_CASE("scan: every order and every search finds what the oracle finds") {
  int solvable = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    const auto boards = try_all_boards(puzzle, 200'000);
    if (!boards) continue;
    CAPTURE(describe(puzzle));
    std::multiset<SolutionKey> expected;
    for (const auto& [key, board] : *boards) expected.insert(key);
    solvable += !expected.empty();
    for (const std::string& order : orders) {
      CAPTURE(order);
      if (order == "comb" && puzzle.edge().height < 2) continue;
      CHECK(search(puzzle, config_with({{"order", order.c_str()}}), 7).keys == expected);
      const Found reduced = search(puzzle, config_with({{"order", order.c_str()}}, SearchSymmetry::reduced), 1'000);
      CHECK(reduced.orbits == distinct_count(puzzle, *boards));
      CHECK(reduced.boards == expected.size());
    }
    CHECK(search(puzzle, config_with({{"values", "shuffle"}})).keys == expected);
  }
  CHECK(solvable > 100);
}

TEST_CASE("scan: the same nodes and boards as the yardstick, where nothing is known about the frame") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 12, .framed = false});
    CAPTURE(describe(puzzle));
    const auto theirs = make_engine(backtrack_engine(), puzzle);
    const auto ours = scan_engine().make(puzzle, config_with({}));
    CollectingSink their_sink, our_sink;
    theirs->advance({300'000}, their_sink);
    ours->advance({300'000}, our_sink);
    CHECK(ours->progress().nodes == theirs->progress().nodes);
    CHECK(our_sink.boards == their_sink.boards);
  }
}
