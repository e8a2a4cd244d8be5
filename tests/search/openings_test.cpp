#include "search/openings.hpp"

#include <doctest/doctest.h>

#include "edge/estimate/domain_sizes.hpp"
#include "search/memory_unit_ledger.hpp"
#include "support/run_program.hpp"
#include "support/silence.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

SearchRequest request_for(const Puzzle& puzzle, const std::string& engine, bool reduced) {
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.engine = engine;
  request.goal = Goal::count;
  request.symmetry = reduced ? Symmetry::distinct : Symmetry::all;
  request.threads = 1;
  return request;
}

struct Sum {
  std::uint64_t nodes = 0, solutions = 0, distinct = 0;
  friend bool operator==(const Sum&, const Sum&) = default;
};

Sum total(const OpeningSet& set, unsigned threads) {
  MemoryUnitLedger ledger(units_of(set));
  const Finished f = solve_openings(set, ledger, {.threads = threads}, ignore);
  CHECK(f.status == Status::exhausted);
  CHECK(f.units->done == set.openings.size());
  return {f.nodes, f.solutions, *f.distinct};
}

}  // namespace

TEST_CASE("openings add up to the plain run, at any depth, from memory and from the file") {
  const TemporaryFolder folder;
  struct Case {
    const char *puzzle, *engine;
    bool reduced;
    std::uint32_t depth;
  };
  const Case cases[] = {{"owen-5x5", "scan", true, 4},  {"owen-4x4", "scan", true, 16},
                        {"owen-4x4", "scan", false, 3}, {"girafe", "backtrack", false, 3},
                        {"girafe", "scan", true, 9},    {"pentominoes-3x20", "dlx", false, 2}};
  for (const Case& one : cases) {
    CAPTURE(one.puzzle);
    CAPTURE(one.depth);
    const Puzzle puzzle = load_puzzle(one.puzzle);
    const SearchRequest request = request_for(puzzle, one.engine, one.reduced);
    const Finished plain = search(request);
    const OpeningSet set = *build_openings(request, {one.depth, 0});
    const Sum expected{plain.nodes, plain.solutions, *plain.distinct};
    CHECK(total(set, 1) == expected);
    write_openings(folder.file("openings"), set);
    const OpeningSet again = read_openings(folder.file("openings"));
    check_tree(folder.file("openings"), again);
    CHECK(total(again, 3) == expected);
    for (std::size_t i = 1; i < again.openings.size(); ++i)
      CHECK(again.openings[i - 1].weight >= again.openings[i].weight);
  }
}

TEST_CASE("openings tell when the first solution of those that are done came") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const OpeningSet set = *build_openings(request_for(puzzle, "scan", true), {.depth = 4});
  const auto solved = [&](MemoryUnitLedger& ledger, std::optional<std::uint64_t> nodes) {
    OpeningsRun how{.threads = 1};
    how.limits.nodes = nodes;
    return solve_openings(set, ledger, how, ignore);
  };
  MemoryUnitLedger ledger(units_of(set));
  const Finished whole = solved(ledger, std::nullopt);
  REQUIRE(whole.first);
  CHECK(whole.first->nodes > set.top_nodes);
  CHECK(whole.first->nodes < whole.nodes);
  CHECK(whole.first->cpu_seconds > 0);
  CHECK_FALSE(solved(ledger, std::nullopt).first);  // it came in an earlier run

  // Up to the first solution, whose opening is then not done.
  MemoryUnitLedger fresh(units_of(set));
  const Finished early = solved(fresh, whole.first->nodes - set.top_nodes);
  CHECK(early.solutions == 0);
  CHECK_FALSE(early.first);
  CHECK(solved(fresh, std::nullopt).first);
}

TEST_CASE("units that outgrow their budget are split, and those that are stopped go on where they were") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const OpeningSet set = *build_openings(request_for(puzzle, "scan", true), {.depth = 3});
  const Sum whole = total(set, 1);
  for (const unsigned threads : {1u, 3u}) {
    auto units = units_of(set);
    for (WorkUnit& unit : units) unit.budget = 500;
    MemoryUnitLedger ledger(units);
    OpeningsRun how{.threads = threads};
    how.shared = &ledger;
    how.limits.nodes = 3'000;
    Finished finished;
    int parts = 0;
    do {
      finished = solve_openings(set, ledger, how, ignore);
    } while (finished.status != Status::exhausted && ++parts < 1000);
    CHECK(parts > 1);
    CHECK(finished.units->done > set.openings.size());
    CHECK(Sum{finished.nodes, finished.solutions, *finished.distinct} == whole);
  }
}

TEST_CASE("openings ranked by domains are the same openings, and what is dead comes last") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("owen-5x5");
  OpeningSet set = *build_openings(request_for(puzzle, "scan", true), {.depth = 7, .rank = OpeningRank::domains});
  write_openings(folder.file("openings"), set);
  CHECK(read_openings(folder.file("openings")).rank == OpeningRank::domains);
  const auto boards = opening_boards(set, set.openings.size());
  const edge::DomainSizes domains(puzzle.edge());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const auto& cells = boards[i]->edge().cells;
    CHECK(std::count_if(cells.begin(), cells.end(), [](const auto& placed) { return placed.has_value(); }) == 7);
    CHECK(set.openings[i].weight == domains.beside(boards[i]->edge()));
    CHECK((i == 0 || set.openings[i - 1].weight >= set.openings[i].weight));
  }
  // Below an opening of weight 0 there is no solution.
  OpeningSet dead = set;
  std::erase_if(dead.openings, [](const Opening& opening) { return opening.weight > 0; });
  CHECK_FALSE(dead.openings.empty());
  CHECK(total(dead, 1).solutions == dead.top_solutions);
  const Sum by_domains = total(set, 2);
  rank_openings(set, OpeningRank::size);
  CHECK(total(set, 2) == by_domains);
}

TEST_CASE("as many openings as wanted, or a reason why not") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const OpeningSet set = *build_openings(request_for(puzzle, "scan", true), {0, 500});
  CHECK(set.openings.size() >= 500);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "scan", true), {0, 100'000'000}), UsageError);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "meet", true), {3, 0}), UsageError);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "scan", true), {.depth = 12, .max = 1000}), UsageError);
  std::stop_source stopped;
  stopped.request_stop();
  CHECK_FALSE(build_openings(request_for(puzzle, "scan", true), {3, 0}, stopped.get_token()));
}

TEST_CASE("openings that are cut short, damaged, foreign or outdated are refused") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("owen-4x4");
  OpeningSet set = *build_openings(request_for(puzzle, "scan", true), {3, 0});
  write_openings(folder.file("good"), set);
  const std::string good = read_text(folder.file("good"));
  const auto refused = [&](const std::string& contents) {
    write_text(folder.file("bad"), contents);
    CHECK_THROWS_AS(read_openings(folder.file("bad")), InputError);
  };
  for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 50) refused(good.substr(0, size));
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x40);
    refused(bad);
  }
  refused("name = \"owen-4x4\"\n");
  set.openings.pop_back();
  CHECK_THROWS_AS(check_tree("file", set), InputError);
  set = *build_openings(request_for(puzzle, "scan", true), {3, 0});
  set.engine = "no-such-engine";
  CHECK_THROWS_AS(check_tree("file", set), InputError);
}
