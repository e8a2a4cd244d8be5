#include "edge/beam/beam.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "edge/beam/plan.hpp"
#include "support/collect.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

using namespace tesselle;
using namespace tesselle::edge::beam;
using testing::CollectingSink;

namespace {

std::unique_ptr<Engine> beam(const Puzzle& puzzle, const std::vector<std::pair<std::string, std::string>>& set,
                             std::uint64_t seed = 1) {
  EngineConfig config{.goal = Goal::best, .seed = seed};
  config.options = Options(edge_beam_engine().options);
  for (const auto& [name, value] : set) config.options.set(name, value);
  return edge_beam_engine().make(puzzle, config);
}

int passes(const Engine& engine) { return static_cast<int>(engine.statistics().values.at(0).value); }

/// Conflicts of the boards of the first pass, all legal and complete.
int conflicts_of_first_pass(const Puzzle& puzzle, const std::vector<std::pair<std::string, std::string>>& set) {
  const auto engine = beam(puzzle, set);
  CollectingSink sink;
  while (sink.improvements.empty() && engine->advance({1000}, sink) == Advance::running) continue;
  REQUIRE(!sink.improvements.empty());
  const Verdict verdict = verify(puzzle, sink.improvements.front());
  CHECK_MESSAGE(verdict.legal(), summary(verdict));
  CHECK(verdict.complete);
  return verdict.conflicts;
}

}  // namespace

TEST_CASE("beam: full legal boards of any width on any puzzle, hints kept") {
  for (const char* name : {"girafe", "clue2", "inf6102-a", "owen-6x5", "eternity2-clues"})
    for (const char* width : {"1", "20"}) {
      CAPTURE(name);
      CAPTURE(width);
      conflicts_of_first_pass(load_puzzle(name), {{"width", width}, {"polish", "0"}});
    }
}

TEST_CASE("beam: wide enough to hold every board it finds a solution") {
  CHECK(conflicts_of_first_pass(load_puzzle("owen-3x3"), {{"width", "20000"}, {"polish", "0"}}) == 0);
  CHECK(conflicts_of_first_pass(load_puzzle("owen-4x4"), {{"width", "20000"}, {"polish", "0"}}) == 0);
  CHECK(conflicts_of_first_pass(load_puzzle("girafe"), {{"width", "20000"}, {"polish", "0"}}) == 0);
}

TEST_CASE("beam: the estimated future is worth more than a wider beam") {
  int blind = 0, sighted = 0;
  for (const char* name : {"inf6102-c", "inf6102-e", "meta-12x12"}) {
    blind += conflicts_of_first_pass(load_puzzle(name), {{"width", "200"}, {"future", "0"}, {"polish", "0"}});
    sighted += conflicts_of_first_pass(load_puzzle(name), {{"width", "100"}, {"polish", "0"}});
  }
  CHECK(sighted < blind);
}

TEST_CASE("beam: passes get wider until the memory is used up, and go on") {
  const Puzzle puzzle = load_puzzle("inf6102-b");
  const auto engine = beam(puzzle, {{"memory", "1"}, {"polish", "5"}});
  CollectingSink sink;
  while (passes(*engine) < 6 && engine->advance({10'000}, sink) == Advance::running) continue;
  const double width = engine->statistics().values.at(1).value;
  CHECK(width > 64);
  CHECK(width < 4096);  // 16, 64, 256, 1024, then what fits into a megabyte
  int last = 1 << 30;
  for (const Solution& board : sink.improvements) {
    CHECK(verify(puzzle, board).legal());
    CHECK(verify(puzzle, board).conflicts < last);
    last = verify(puzzle, board).conflicts;
  }
}

TEST_CASE("beam: the plan opens and closes every edge once") {
  for (const char* name : {"eternity2-clues", "clue2", "girafe"}) {
    CAPTURE(name);
    const EdgePuzzle puzzle = load_puzzle(name).edge();
    const edge::ConflictBoard board(puzzle);
    for (int variant = 0; variant < 8; ++variant) {
      const Plan plan = make_plan(puzzle, board, variant_of(puzzle, 2, variant));
      CHECK(plan.steps.size() + puzzle.hints.size() == puzzle.cell_count());
      CHECK(plan.steps.back().edges_ahead == std::array<int, pools>{0, 0});
      std::vector<bool> open(plan.slots);
      int edges = 0;
      for (const Step& step : plan.steps) {
        for (const StepSide& side : step.sides)
          if (side.across == Across::laid) {
            CHECK(open[side.slot]);
            open[side.slot] = false;
            ++edges;
          }
        for (const StepSide& side : step.sides)
          if (side.across == Across::ahead) {
            CHECK(!open[side.slot]);
            open[side.slot] = true;
          }
      }
      CHECK(std::count(open.begin(), open.end(), true) == 0);
      CHECK(edges <= puzzle.inner_edges());
      if (puzzle.hints.empty()) CHECK(edges == puzzle.inner_edges());
    }
  }
}
