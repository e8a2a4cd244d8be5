#include "packing/interval/interval.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include "engine_checks.hpp"
#include "packing/dlx/dlx.hpp"
#include "packing/interval/hall_sweep.hpp"
#include "packing/interval/permutation.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::testing {
namespace {

using packing::interval::HallSweep;
using packing::interval::Interval;
using packing::interval::OpenNumbers;
using packing::interval::Permutation;

constexpr auto whole = SearchSymmetry::whole;

/// Settings that only change how the same intervals are reached, and others.
const Settings by_default = {}, stepwise = {{"narrowing", "stepwise"}},
               unordered = {{"narrowing", "stepwise"}, {"priority", "no"}},
               in_one_part = {{"narrowing", "stepwise"}, {"decompose", "no"}},
               neither = {{"narrowing", "stepwise"}, {"priority", "no"}, {"decompose", "no"}},
               shortest = {{"cut", "shortest"}}, sets = {{"domains", "sets"}},
               counted_sets = {{"domains", "sets"}, {"counts", "yes"}},
               scarcest = {{"domains", "sets"}, {"cut", "scarcest"}},
               counted_scarcest = {{"domains", "sets"}, {"cut", "scarcest"}, {"counts", "yes"}},
               distance = {{"model", "distance"}}, by_coordinate = {{"model", "distance"}, {"cut", "coordinate"}};
const std::initializer_list<Settings> same_tree = {by_default, stepwise, unordered, in_one_part, neither},
                                      other_trees = {shortest, sets, counted_sets, scarcest, counted_scarcest};

std::vector<SolutionKey> sorted_keys(Findings findings) {
  std::sort(findings.keys.begin(), findings.keys.end());
  return findings.keys;
}

/// By trying every permutation of the values.
std::vector<Interval> narrowed_by_hand(const std::vector<Interval>& intervals, std::vector<std::uint8_t> values) {
  std::vector<Interval> hull;
  do {
    const auto inside = [&](std::size_t i) { return intervals[i].low <= values[i] && values[i] <= intervals[i].high; };
    bool fits = true;
    for (std::size_t i = 0; i < values.size(); ++i) fits = fits && inside(i);
    if (!fits) continue;
    if (hull.empty())
      for (const std::uint8_t value : values) hull.push_back({value, value});
    for (std::size_t i = 0; i < values.size(); ++i)
      hull[i] = {std::min(hull[i].low, values[i]), std::max(hull[i].high, values[i])};
  } while (std::next_permutation(values.begin(), values.end()));
  return hull;
}

/// The box cut at random into ever larger pieces, so that there is a solution and seldom two pieces alike.
Puzzle random_box(Rng& rng, int x, int y, int z, bool turn_over = false) {
  Puzzle puzzle = pentominoes_in(x, y, z);
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  body.pieces.clear();
  std::vector<Cell> left = body.region;
  while (!left.empty()) {
    std::vector<Cell> cells = {left.front()};
    left.erase(left.begin());
    for (const auto wanted = 1 + body.pieces.size(); cells.size() < wanted;) {
      const auto next = std::find_if(left.begin(), left.end(), [&](const Cell& cell) {
        return std::any_of(cells.begin(), cells.end(),
                           [&](const Cell& own) {
                             return std::abs(own.x - cell.x) + std::abs(own.y - cell.y) + std::abs(own.z - cell.z) == 1;
                           }) &&
               rng.below(2) == 0;
      });
      if (next != left.end()) {
        cells.push_back(*next);
        left.erase(next);
      } else if (rng.below(20) == 0) {
        break;
      }
    }
    PackingPiece piece;
    piece.name = std::to_string(body.pieces.size() + 1);
    piece.turn_over = turn_over;
    piece.cells = normalised(body.grid(), cells);
    body.pieces.push_back(piece);
  }
  return puzzle;
}

void check_refused_because(const Puzzle& puzzle, const std::string& why) {
  try {
    tally(interval_engine(), puzzle, whole);
    FAIL("accepted");
  } catch (const UsageError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(why) != std::string::npos, error.what());
  }
}

/// The pieces in the order in which the thesis lists them: of several cell numbers that start equally low, the first
/// piece's is cut.
Puzzle in_thesis_order(Puzzle puzzle) {
  constexpr std::string_view order = "FILPNTUVWXYZ";
  auto& pieces = std::get<PackingPuzzle>(puzzle.body).pieces;
  std::sort(pieces.begin(), pieces.end(),
            [&](const auto& a, const auto& b) { return order.find(a.name) < order.find(b.name); });
  return puzzle;
}

struct Effort {
  std::size_t solutions = 0;
  double cuts = 0, backtracks = 0;
};
Effort effort_of(const Puzzle& puzzle, std::size_t stop_at = std::numeric_limits<std::size_t>::max()) {
  const EngineInfo info = interval_engine();
  const auto engine = info.make(puzzle, configured(info, whole));
  CollectingSink sink(stop_at);
  while (sink.boards.size() < stop_at && engine->advance({10'000}, sink) == Advance::running) {
  }
  Effort effort{sink.boards.size(), 0, 0};
  const Statistics statistics = engine->statistics();
  for (const Statistic& statistic : statistics.values) {
    if (statistic.name == "cuts") effort.cuts = statistic.value;
    if (statistic.name == "backtracks") effort.backtracks = statistic.value;
  }
  return effort;
}

}  // namespace

TEST_CASE("the permutation constraint narrows S3's example as S3 does, into five parts") {
  std::vector<Interval> intervals = {{3, 4}, {2, 5}, {1, 6}, {2, 5}, {0, 7}, {2, 6}, {3, 4}, {0, 7}};
  std::vector<std::uint8_t> variables(8), values(8);
  std::iota(variables.begin(), variables.end(), std::uint8_t{0});
  std::iota(values.begin(), values.end(), std::uint8_t{0});
  Permutation permutation;
  REQUIRE(permutation.narrow(intervals, variables, values));
  CHECK(intervals == std::vector<Interval>{{3, 4}, {2, 5}, {1, 1}, {2, 5}, {0, 7}, {6, 6}, {3, 4}, {0, 7}});
  CHECK(permutation.parts().size() == 5);
}

TEST_CASE("the permutation constraint narrows to the hull of all permutations, and its parts are independent") {
  int without_solution = 0, parted = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Rng rng(seed);
    const std::size_t count = 1 + rng.below(7);
    std::vector<std::uint8_t> values, variables(count);
    while (values.size() < count) {  // not all in a row, as in the parts of a larger constraint
      values.push_back(static_cast<std::uint8_t>((values.empty() ? 0 : values.back() + 1) + rng.below(3)));
    }
    std::iota(variables.begin(), variables.end(), std::uint8_t{0});
    std::vector<Interval> intervals;
    for (std::size_t i = 0; i < count; ++i) {
      const auto low = static_cast<std::uint8_t>(rng.below(values.back() + 2u));
      intervals.push_back({low, static_cast<std::uint8_t>(low + rng.below(values.back() + 1u))});
    }
    const auto expected = narrowed_by_hand(intervals, values);
    Permutation permutation;
    const bool possible = permutation.narrow(intervals, variables, values);
    REQUIRE(possible == !expected.empty());
    without_solution += !possible;
    if (!possible) continue;
    CHECK(intervals == expected);
    std::size_t begin = 0;
    for (const std::size_t size : permutation.parts()) {
      std::vector<Interval> own;
      for (std::size_t i = begin; i < begin + size; ++i) own.push_back(intervals[variables[i]]);
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
      CHECK(narrowed_by_hand(own, {first, first + static_cast<std::ptrdiff_t>(size)}) == own);
      begin += size;
    }
    CHECK(begin == count);
    parted += permutation.parts().size() > 1;
  }
  CHECK(without_solution > 100);
  CHECK(parted > 100);
}

TEST_CASE("the sweep for Hall intervals narrows as the permutation does, and again when numbers have been fixed") {
  int without_solution = 0, narrowed = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Rng rng(seed);
    const std::uint32_t count = 1 + rng.below(seed % 3 == 0 ? 100 : 7);
    std::vector<Interval> by_sweep;
    for (std::size_t i = 0; i < count; ++i) {
      const auto low = static_cast<std::uint8_t>(rng.below(count));
      by_sweep.push_back({low, static_cast<std::uint8_t>(low + rng.below(count - low))});
    }
    for (std::size_t i = 0; count > 7 && i < count; ++i) {  // a solution, or there would hardly be one
      by_sweep[i].low = static_cast<std::uint8_t>(std::min<std::size_t>(by_sweep[i].low, i));
      by_sweep[i].high = static_cast<std::uint8_t>(std::max<std::size_t>(by_sweep[i].high, i));
    }
    HallSweep sweep(count);
    HallSweep::Numbers numbers{};
    OpenNumbers open = OpenNumbers::all(count);
    for (bool possible = true; possible;) {
      std::vector<Interval> by_permutation = by_sweep;
      std::vector<std::uint8_t> variables(count), values(count);
      std::iota(variables.begin(), variables.end(), std::uint8_t{0});
      std::iota(values.begin(), values.end(), std::uint8_t{0});
      Permutation permutation;
      const std::vector<Interval> before = by_sweep;
      std::copy(by_sweep.begin(), by_sweep.end(), numbers.begin());
      possible = sweep.skip_taken(numbers, open);
      std::set<std::uint8_t> told(sweep.moved().begin(), sweep.moved().end());
      possible = possible && sweep.narrow(numbers, open);
      told.insert(sweep.moved().begin(), sweep.moved().end());
      std::copy_n(numbers.begin(), count, by_sweep.begin());
      REQUIRE(permutation.narrow(by_permutation, variables, values) == possible);
      without_solution += !possible;
      if (!possible) break;
      CHECK(by_sweep == by_permutation);
      std::set<std::uint8_t> moved;
      for (std::size_t i = 0; i < count; ++i)
        if (by_sweep[i] != before[i]) moved.insert(static_cast<std::uint8_t>(i));
      CHECK(told == moved);
      narrowed += !moved.empty();
      const auto free = std::find_if(by_sweep.begin(), by_sweep.end(), [](const Interval& i) { return !i.fixed(); });
      if (free == by_sweep.end()) break;
      free->low = free->high = static_cast<std::uint8_t>(free->low + rng.below(free->high - free->low + 1u));
    }
  }
  CHECK(without_solution > 100);
  CHECK(narrowed > 1000);
}

TEST_CASE("interval finds dlx's boards in random boxes, whatever the strategy") {
  int boxes = 0, by_distance = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = seed % 2 == 0 ? random_box(rng, 5, 2, 1) : random_box(rng, 2, 3, 2, seed % 4 == 1);
    const auto classes = congruence_classes(puzzle.packing());
    if (static_cast<std::size_t>(*std::max_element(classes.begin(), classes.end())) + 1 != classes.size()) {
      check_refused_because(puzzle, "congruent");
      continue;
    }
    ++boxes;
    CAPTURE(describe(puzzle));
    const auto expected = sorted_keys(search(dlx_engine(), puzzle, whole));
    std::uint64_t nodes = 0;
    for (const Settings& settings : same_tree) {
      const Findings found = search(interval_engine(), puzzle, whole, settings);
      CHECK(sorted_keys(found) == expected);
      if (nodes == 0) nodes = found.nodes;
      CHECK(found.nodes == nodes);  // the order of narrowing does not matter for what is left
    }
    for (const Settings& settings : other_trees)
      CHECK(sorted_keys(search(interval_engine(), puzzle, whole, settings)) == expected);
    try {
      for (const Settings& settings : {distance, by_coordinate})
        CHECK(sorted_keys(search(interval_engine(), puzzle, whole, settings)) == expected);
      ++by_distance;
    } catch (const UsageError& error) {
      CHECK_MESSAGE(std::string(error.what()).find("--model distance cannot tell") != std::string::npos, error.what());
    }
  }
  CHECK(boxes > 15);
  CHECK(by_distance > 10);
}

TEST_CASE("interval counts the placements of soma's other pieces around one, whatever the strategy") {
  Puzzle puzzle = soma();
  const auto engine = make_engine(dlx_engine(), puzzle, {.goal = Goal::all});
  CollectingSink sink(1);
  while (sink.boards.empty() && engine->advance({1000}, sink) == Advance::running) {
  }
  std::get<PackingPuzzle>(puzzle.body).hints = {sink.boards.front().packing().placements.front()};
  const auto expected = tally(dlx_engine(), puzzle, whole).orbits;
  CHECK(expected > 1);
  for (const Settings& settings : same_tree)
    CHECK(tally(interval_engine(), puzzle, whole, settings).orbits == expected);
  for (const Settings& settings : other_trees)
    CHECK(tally(interval_engine(), puzzle, whole, settings).orbits == expected);
}

TEST_CASE("interval: sets leave fewer cuts than intervals, counting cells fewer still") {
  const Puzzle puzzle = pentominoes_in(20, 3);
  const Tally intervals = tally(interval_engine(), puzzle, whole);
  const Tally with_sets = tally(interval_engine(), puzzle, whole, {{"domains", "sets"}});
  const Tally counted = tally(interval_engine(), puzzle, whole, {{"domains", "sets"}, {"counts", "yes"}});
  CHECK(intervals.orbits == 8);
  CHECK(with_sets.orbits == 8);
  CHECK(counted.orbits == 8);
  CHECK(with_sets.nodes < intervals.nodes);
  CHECK(counted.nodes < with_sets.nodes);
}

TEST_CASE("interval: the boxes of S3 without a solution need no cut, 3×20 has its 8 solutions") {
  CHECK(tally(interval_engine(), pentominoes_in(2, 30), whole).nodes == 0);
  CHECK(tally(interval_engine(), pentominoes_in(2, 2, 15), whole).nodes == 0);
  CHECK(tally(interval_engine(), pentominoes_in(20, 3), whole).orbits == 8);
}

TEST_CASE("interval backtracks as often as S3's solver (table 4.4)") {
  const Effort all = effort_of(in_thesis_order(pentominoes_in(20, 3)));
  CHECK(all.solutions == 8);
  CHECK(all.backtracks == 72'036);
  CHECK(all.cuts == 72'035);
  const Effort first = effort_of(in_thesis_order(pentominoes_in(15, 4)), 100);
  CHECK(first.solutions == 100);
  CHECK(first.backtracks == 121'293);
  CHECK(first.cuts == 121'307);
}

TEST_CASE("interval keeps hints") {
  const Puzzle free = pentominoes_in(20, 3);
  CollectingSink sink;
  const auto engine = make_engine(dlx_engine(), free, {.goal = Goal::all});
  run_to_end(*engine, sink);
  Puzzle hinted = free;
  std::get<PackingPuzzle>(hinted.body).hints = {sink.boards.front().packing().placements.front()};
  const auto expected = tally(dlx_engine(), hinted, whole).orbits;
  CHECK(expected > 0);
  CHECK(expected < sink.boards.size());
  for (const Settings& settings : same_tree)
    CHECK(tally(interval_engine(), hinted, whole, settings).orbits == expected);
  for (const Settings& settings : {sets, counted_sets})
    CHECK(tally(interval_engine(), hinted, whole, settings).orbits == expected);
}

TEST_CASE("interval --model distance keeps hints, and places symmetric pieces once") {
  Puzzle puzzle = pentominoes_in(5, 5);
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  std::erase_if(body.pieces, [&](const PackingPiece& piece) { return std::string_view("LPUVW").find(piece.name) > 4; });
  CollectingSink sink;
  const auto engine = make_engine(dlx_engine(), puzzle, {.goal = Goal::all});
  run_to_end(*engine, sink);
  REQUIRE(!sink.boards.empty());
  for (const Settings& settings : {distance, by_coordinate})
    CHECK(tally(interval_engine(), puzzle, whole, settings).orbits == sink.boards.size());
  for (const PackingPlacement& hint : sink.boards.front().packing().placements) {
    body.hints = {hint};
    CHECK(tally(interval_engine(), puzzle, whole, distance).orbits == tally(dlx_engine(), puzzle, whole).orbits);
  }
}

TEST_CASE("interval refuses options that do not go together") {
  const Puzzle puzzle = pentominoes_in(2, 30);
  const auto refused = [&](const Settings& settings) {
    CHECK_THROWS_AS(tally(interval_engine(), puzzle, whole, settings), UsageError);
  };
  refused({{"priority", "no"}});
  refused({{"counts", "yes"}});
  refused({{"cut", "scarcest"}});
  refused({{"narrowing", "stepwise"}, {"domains", "sets"}});
  refused({{"narrowing", "stepwise"}, {"cut", "shortest"}});
  refused({{"model", "distance"}, {"domains", "sets"}});
  refused({{"cut", "coordinate"}});
  refused({{"model", "distance"}, {"cut", "shortest"}});
}

TEST_CASE("interval refuses what is no box filled exactly by single pieces") {
  Puzzle puzzle = pentominoes_in(6, 10);
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  body.pieces.front().min_copies = 0;
  check_refused_because(puzzle, "just once");
  body.pieces.front().min_copies = 1;
  body.optional_cells = {{20, 20, 0}};
  check_refused_because(puzzle, "may stay empty");
  body.optional_cells.clear();
  body.region.back().x += 1;
  check_refused_because(puzzle, "not a box");
  body.region.pop_back();
  check_refused_because(puzzle, "59");
  check_refused_because(dominoes_in(10, 20), "at most 128 cells");
}

}  // namespace tesselle::testing
