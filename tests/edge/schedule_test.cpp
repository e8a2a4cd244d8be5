#include "edge/schedule/schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/errors.hpp"
#include "edge/schedule/course.hpp"
#include "edge/schedule/unlocks.hpp"
#include "formats/formats.hpp"
#include "verify/verify.hpp"

using namespace tesselle;
using namespace tesselle::edge::schedule;

namespace {

/// Keeps what is offered, and checks that it is a full and legal board, better than the one before.
class BoardSink final : public SolutionSink {
 public:
  explicit BoardSink(const Puzzle& puzzle) : puzzle_(puzzle) {}
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution& board) override {
    const Verdict verdict = verify(puzzle_, board);
    CHECK_MESSAGE(verdict.legal(), summary(verdict));
    CHECK(verdict.complete);
    CHECK((boards.empty() || verdict.conflicts < conflicts));
    conflicts = verdict.conflicts;
    boards.push_back(board);
  }
  int conflicts = 0;
  std::vector<Solution> boards;

 protected:
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }

 private:
  const Puzzle& puzzle_;
};

EngineConfig config_of(std::uint64_t seed) {
  EngineConfig config{.goal = Goal::best, .seed = seed};
  config.options = Options(schedule_engine().options);
  return config;
}

BoardSink boards_of(const Puzzle& puzzle, std::uint64_t seed, std::uint64_t nodes, std::uint64_t slice) {
  const auto engine = schedule_engine().make(puzzle, config_of(seed));
  BoardSink sink(puzzle);
  while (engine->progress().nodes < nodes)
    if (engine->advance({std::min(slice, nodes - engine->progress().nodes)}, sink) != Advance::running) break;
  return sink;
}

}  // namespace

TEST_CASE("schedule: Owen's 6x6 is solved, and then there is nothing more to try") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  const auto engine = schedule_engine().make(puzzle, config_of(1));
  BoardSink sink(puzzle);
  for (int i = 0; i < 60 && engine->advance({1'000'000}, sink) == Advance::running; ++i) continue;
  REQUIRE(!sink.boards.empty());
  CHECK(sink.conflicts == 0);
  CHECK(engine->advance({1000}, sink) == Advance::stuck);
}

TEST_CASE("schedule: a 10x10 board with few conflicts in four million nodes") {
  CHECK(boards_of(load_puzzle("inf6102-e"), 1, 4'000'000, 1'000'000).conflicts <= 14);
}

TEST_CASE("schedule: the first board comes at once and hints stay where they are") {
  for (const char* name : {"eternity2-centre", "eternity2-clues", "clue2"}) {
    CAPTURE(name);
    CHECK(!boards_of(load_puzzle(name), 3, 20'000, 5'000).boards.empty());
  }
}

TEST_CASE("schedule: a seed determines the boards, whatever the slices; another seed gives others") {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  const auto boards = boards_of(puzzle, 5, 300'000, 300'000).boards;
  CHECK(boards == boards_of(puzzle, 5, 300'000, 777).boards);
  CHECK(boards != boards_of(puzzle, 6, 300'000, 300'000).boards);
}

TEST_CASE("schedule: boards of all shapes, with and without frame") {
  for (const char* name : {"owen-3x3", "owen-6x5", "clue4", "inf6102-a"}) {
    CAPTURE(name);
    Puzzle puzzle = load_puzzle(name);
    CHECK(!boards_of(puzzle, 1, 50'000, 10'000).boards.empty());
    std::get<EdgePuzzle>(puzzle.body).frame.reset();
    CHECK(!boards_of(puzzle, 1, 50'000, 10'000).boards.empty());
  }
}

TEST_CASE("schedule: a board turned for the search is turned back") {
  EdgePuzzle puzzle = load_puzzle("clue2").edge();
  std::swap(puzzle.width, puzzle.height);
  for (const EdgePuzzle& shape : {load_puzzle("clue2").edge(), puzzle}) {
    EdgePuzzle hinted = shape;
    const EdgeHint hint{Square(7), {PieceId(3), 1}};
    hinted.hints = {hint};
    const Course course = make_course(hinted, 2);
    CHECK(course.puzzle.width <= course.puzzle.height);
    EdgeBoard board{std::vector<std::optional<Placed>>(hinted.cell_count())};
    const EdgeHint& turned = course.puzzle.hints.front();
    board.cells[turned.square.index()] = turned.placed;
    CHECK(course.turned_back(board).cells[hint.square.index()] == hint.placed);
  }
}

TEST_CASE("schedule: the forecast counts what a small chain can be counted to have") {
  const Rates rates{{2, 1, 0.5}, {4, 3, 1}};
  // Without mismatches 2, 2, 1 boards; one that unlocks at two pieces adds 2 * 1 boards of three.
  CHECK(forecast(rates, {}, 0, 3).finished == doctest::Approx(1));
  CHECK(forecast(rates, {}, 0, 3).nodes == doctest::Approx(5));
  CHECK(forecast(rates, {2}, 0, 3).finished == doctest::Approx(3));
  CHECK(forecast(rates, {2}, 0, 3).nodes == doctest::Approx(7));
  CHECK(allowed_by({1, 3}, 3) == std::vector<std::uint32_t>{0, 1, 1, 2});
}

TEST_CASE("schedule: packing puzzles are refused in one line") {
  CHECK_THROWS_AS(schedule_engine().make(load_puzzle("soma"), config_of(1)), UsageError);
}
