#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "edge/schedule/harvest.hpp"
#include "edge/schedule/schedule.hpp"
#include "edge/schedule/workshop.hpp"
#include "study/harvest_rate.hpp"
#include "support/collect.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::edge::schedule;

namespace {

/// Piece p on cell p, but the first two cells exchange theirs if `exchanged`.
EdgeBoard board_in_order(std::size_t cells, bool exchanged) {
  EdgeBoard board{std::vector<std::optional<Placed>>(cells)};
  for (std::size_t i = 0; i < cells; ++i) board.cells[i] = Placed{PieceId(i), 0};
  if (exchanged) std::swap(board.cells[0], board.cells[1]);
  return board;
}

}  // namespace

TEST_CASE("schedule --collect: every board is new and good enough, and they are counted by conflicts") {
  const Puzzle puzzle = load_puzzle("meta-10x10");
  constexpr int collected = 14;
  EngineConfig config{.goal = Goal::best, .seed = 1};
  config.options = Options(schedule_engine().options);
  config.options.set("collect", std::to_string(collected));
  const auto engine = schedule_engine().make(puzzle, config);
  testing::CollectingSink sink;
  engine->advance({8'000'000}, sink);

  std::map<int, double> counted;
  std::set<std::string> different;
  bool went_up = false;
  int best = 1000;
  for (const Solution& board : sink.improvements) {
    const int conflicts = verify(puzzle, board).conflicts;
    CHECK((conflicts <= collected || conflicts < best));
    went_up |= conflicts >= best;
    best = std::min(best, conflicts);
    SolutionRecord record;
    record.solution = board;
    CHECK(different.insert(write_solution_json(puzzle, record)).second);
    if (conflicts <= collected) ++counted[conflicts];
  }
  CHECK(went_up);
  for (const auto& [conflicts, boards] : counted) {
    const std::string name = "boards with " + std::to_string(conflicts) + " conflicts";
    const auto values = engine->statistics().values;
    const auto found = std::find_if(values.begin(), values.end(), [&](const Statistic& s) { return s.name == name; });
    REQUIRE(found != values.end());
    CHECK(found->value == boards);
  }
}

TEST_CASE("schedule: a board is counted once, and those with many conflicts are forgotten") {
  Harvest harvest;
  CHECK(harvest.add({board_in_order(9, false), 3}));
  CHECK_FALSE(harvest.add({board_in_order(9, false), 3}));
  CHECK(harvest.add({board_in_order(9, true), 5}));
  CHECK(harvest.boards() == std::map<int, std::uint64_t>{{3, 1}, {5, 1}});
  harvest.drop_above(4);
  CHECK(harvest.boards() == std::map<int, std::uint64_t>{{3, 1}});
}

TEST_CASE("schedule: few conflicts are mended first, and what failed waits but gets more effort") {
  Workshop workshop;
  const Workshop::Job good{{board_in_order(9, false), 3}, 1, 0}, worse{{board_in_order(9, true), 4}, 2, 0};
  workshop.add(worse);
  workshop.add(good);
  workshop.add(good);
  auto job = workshop.take(10);
  REQUIRE(job);
  CHECK(job->full.conflicts == 3);
  const std::uint64_t effort = job->effort();
  ++job->failures;
  workshop.add(*job);
  job = workshop.take(10);
  REQUIRE(job);
  CHECK(job->full.conflicts == 4);  // a board that failed promises less than a new one with a conflict more
  job = workshop.take(10);
  REQUIRE(job);
  CHECK(job->effort() == 2 * effort);
  CHECK(workshop.empty());

  workshop.add(worse);
  CHECK_FALSE(workshop.take(4));
  CHECK(workshop.empty());
}

TEST_CASE("schedule: of boards with one beginning only the two most promising wait to be mended") {
  Workshop workshop;
  for (int conflicts = 5; conflicts >= 3; --conflicts) workshop.add({{board_in_order(9, false), conflicts}, 7, 0});
  workshop.add({{board_in_order(9, true), 6}, 8, 0});
  for (const int conflicts : {3, 4, 6}) {
    const auto job = workshop.take(10);
    REQUIRE(job);
    CHECK(job->full.conflicts == conflicts);
  }
  CHECK(workshop.empty());
}

TEST_CASE("schedule: a board that nothing helps is given up in the end") {
  Workshop workshop;
  workshop.add({{board_in_order(9, false), 3}, 1, 0});
  int turns = 0;
  for (; !workshop.empty(); ++turns) {
    auto job = workshop.take(10);
    ++job->failures;
    workshop.add(std::move(*job));
  }
  CHECK(turns > 3);
  CHECK(turns < 100);
}

TEST_CASE("study records: boards that are alike are one family, and the error knows it") {
  study::Families found;
  EdgeBoard other = board_in_order(9, false);
  std::rotate(other.cells.begin(), other.cells.begin() + 1, other.cells.end());
  found.add(board_in_order(9, false), 10);
  found.add(board_in_order(9, true), 11);
  found.add(other, 10);
  CHECK(found.boards(10) == 3);
  CHECK(found.families(10) == 2);
  CHECK(found.count(10).error == doctest::Approx(std::sqrt(5.0)));
  CHECK(found.count(11).error == doctest::Approx(1));
  CHECK(found.best() == 11);
  // Three boards have one point above 10 in all: a quarter of the boards has a point more.
  CHECK(study::share_of_next_point(found, 10).value == doctest::Approx(0.25));
  CHECK(study::outlook(found, 2, 10, 10).per_hour == doctest::Approx(1.5));
  CHECK(study::outlook(found, 2, 10, 12).per_hour == doctest::Approx(1.5 / 16));
  CHECK(study::outlook({}, 2, 10, 12).per_hour == 0);
}
