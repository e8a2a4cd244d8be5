#include "run/openings.hpp"

#include <doctest/doctest.h>

#include "base/errors.hpp"
#include "edge/estimate/domain_sizes.hpp"
#include "formats/formats.hpp"
#include "run/registry.hpp"
#include "support/run_program.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

const std::atomic<bool> never_stop = false;

RunRequest request_for(const Puzzle& puzzle, const std::string& engine, bool reduced) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named(engine, puzzle.family());
  request.config.goal = Goal::count;
  request.config.symmetry = reduced ? SearchSymmetry::reduced : SearchSymmetry::whole;
  request.config.options = Options(request.engine->options);
  return request;
}

struct Sum {
  std::uint64_t nodes = 0, solutions = 0, distinct = 0;
  friend bool operator==(const Sum&, const Sum&) = default;
};

Sum total(const OpeningSet& set, unsigned threads) {
  Sum sum{set.top_nodes, set.top_solutions, set.top_distinct};
  std::vector<int> times(set.openings.size(), 0);
  CHECK(solve_openings(set, std::vector<bool>(set.openings.size(), false), threads, never_stop,
                       [&](const OpeningResult& result) {
                         ++times[result.opening];
                         sum.nodes += result.nodes;
                         sum.solutions += result.solutions;
                         sum.distinct += result.distinct;
                       }));
  CHECK(std::count(times.begin(), times.end(), 1) == static_cast<std::ptrdiff_t>(times.size()));
  return sum;
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
    const RunRequest request = request_for(puzzle, one.engine, one.reduced);
    const Finished plain = run(
        request, [](const Event&) {}, never_stop);
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
  std::uint64_t dead = 0;
  solve_openings(set, std::vector<bool>(set.openings.size(), false), 1, never_stop, [&](const OpeningResult& result) {
    if (set.openings[result.opening].weight > 0) return;
    ++dead;
    CHECK(result.solutions == 0);
  });
  CHECK(dead > 0);
  const Sum by_domains = total(set, 2);
  rank_openings(set, OpeningRank::size);
  CHECK(total(set, 2) == by_domains);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "smart", false), {.depth = 2, .rank = OpeningRank::domains}),
                  UsageError);
}

TEST_CASE("as many openings as wanted, or a reason why not") {
  const Puzzle puzzle = load_puzzle("owen-5x5");
  const OpeningSet set = *build_openings(request_for(puzzle, "scan", true), {0, 500});
  CHECK(set.openings.size() >= 500);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "scan", true), {0, 100'000'000}), UsageError);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "meet", true), {3, 0}), UsageError);
  CHECK_THROWS_AS(build_openings(request_for(puzzle, "scan", true), {.depth = 12, .most = 1000}), UsageError);
  const std::atomic<bool> stopped = true;
  CHECK_FALSE(build_openings(request_for(puzzle, "scan", true), {3, 0}, stopped));
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
