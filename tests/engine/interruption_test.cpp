#include <algorithm>

#include "engine/cases.hpp"
#include "run/registry.hpp"
#include "tesselle/formats.hpp"

/// The Saves half of the contract: a search that is interrupted, saved and restored into a fresh instance goes on as if
/// nothing had happened.
namespace tesselle::testing {
namespace {

/// All that a search tells.
struct Story {
  std::vector<Solution> boards, improvements;
  std::vector<std::uint64_t> orbit_sizes;
  std::uint64_t counted_boards = 0, counted_orbits = 0, nodes = 0;
  std::vector<std::pair<std::string, double>> statistics;
  std::vector<std::uint64_t> nodes_per_depth;
  Advance last = Advance::running;
  friend bool operator==(const Story&, const Story&) = default;
};

Story story_of(const Engine& engine, CollectingSink& sink, std::uint64_t nodes, Advance last) {
  Story story{std::move(sink.boards),
              std::move(sink.improvements),
              std::move(sink.orbit_sizes),
              sink.counted_boards,
              sink.counted_orbits,
              nodes,
              {},
              {},
              last};
  const Statistics statistics = engine.statistics();
  for (const Statistic& value : statistics.values) story.statistics.emplace_back(value.name, value.value);
  story.nodes_per_depth = statistics.nodes_per_depth;
  return story;
}

struct Case {
  EngineInfo info;
  Puzzle puzzle;
  EngineConfig config;
  std::uint64_t nodes = 0;  ///< it is followed so far, or to its end

  std::unique_ptr<Engine> make() const { return make_engine(info, puzzle, config); }
};

Story uninterrupted(const Case& one) {
  const auto engine = one.make();
  CollectingSink sink;
  const Advance last = engine->advance({one.nodes}, sink);
  return story_of(*engine, sink, engine->progress().nodes, last);
}

Saves& saves_of(Engine& engine) { return dynamic_cast<Saves&>(engine); }

std::unique_ptr<Engine> restored(const Case& one, std::string_view state) {
  auto engine = one.make();
  saves_of(*engine).restore(state);
  return engine;
}

/// A restored search may take slices to come to where it was; these nodes are not counted again.
Story interrupted(const Case& one, std::uint64_t seed) {
  Rng rng(seed);
  auto engine = one.make();
  CollectingSink sink;
  std::uint64_t before = 0;
  const auto longest = static_cast<std::uint32_t>(one.nodes / 5 + 1);
  for (;;) {
    const std::uint64_t left = one.nodes - before - engine->progress().nodes;
    const Advance last = engine->advance({std::min<std::uint64_t>(left, 1 + rng.below(longest))}, sink);
    const std::uint64_t nodes = before + engine->progress().nodes;
    REQUIRE(nodes <= one.nodes);
    if (last != Advance::running || nodes == one.nodes) return story_of(*engine, sink, nodes, last);
    if (rng.below(3) == 0) continue;
    const std::string state = saves_of(*engine).save();
    CHECK(saves_of(*engine).save() == state);
    engine = restored(one, state);
    CHECK(engine->progress().nodes == 0);
    CHECK(saves_of(*engine).save() == state);
    before = nodes;
  }
}

/// The first goal that the engine is made for: some only count, some only look for better boards.
std::optional<Goal> goal_of(const EngineInfo& info, const Puzzle& puzzle) {
  for (const Goal goal : {Goal::all, Goal::count})
    if (try_make(info, puzzle, {.goal = goal})) return goal;
  return std::nullopt;
}

template <class Visit>
void for_each_saving(std::uint64_t nodes, Visit visit) {
  for (const EngineInfo& info : tesselle::all_engines()) {
    // What a SAT solver has learned cannot be saved: tests/sat and tests/packing say what holds there.
    if (!info.abilities.saves || info.name == "sat") continue;
    for (const Puzzle& puzzle : puzzles_of(info.family)) {
      const auto goal = info.complete ? goal_of(info, puzzle) : Goal::best;
      if (!goal || !try_make(info, puzzle, {.goal = *goal})) continue;
      CAPTURE(info.name);
      INFO(describe(puzzle));
      for (const std::uint64_t seed : {1u, 2u}) visit(Case{info, puzzle, {.goal = *goal, .seed = seed}, nodes});
    }
  }
}

void check_interruptions(const Case& one, int times) {
  const Story whole = uninterrupted(one);
  for (int i = 0; i < times; ++i) {
    const Story parts = interrupted(one, one.config.seed + static_cast<std::uint64_t>(100 * i));
    CHECK(parts.nodes == whole.nodes);
    CHECK(parts.statistics == whole.statistics);
    CHECK(parts.improvements.size() == whole.improvements.size());
    CHECK(parts.boards.size() == whole.boards.size());
    CHECK(parts == whole);
  }
}

/// Whatever becomes of the bytes: they are refused, or the search goes on somehow.
void check_damaged(const Case& one, const std::string& bytes) {
  try {
    const auto engine = restored(one, bytes);
    CollectingSink sink;
    engine->advance({200}, sink);
    engine->statistics();
    saves_of(*engine).save();
  } catch (const InputError&) {
    return;
  }
}

}  // namespace

TEST_CASE("a search that is interrupted anywhere and goes on in a fresh engine finds the same with the same nodes") {
  for_each_saving(2000, [](const Case& one) { check_interruptions(one, 2); });
}

TEST_CASE("states that are cut off or changed are refused or harmless") {
  for_each_saving(3000, [](const Case& one) {
    if (one.config.seed != 1) return;
    Rng rng(5);
    const auto engine = one.make();
    CollectingSink sink;
    engine->advance({1 + rng.below(static_cast<std::uint32_t>(one.nodes))}, sink);
    const std::string good = saves_of(*engine).save();
    CHECK_THROWS_AS(restored(one, good + "x"), InputError);
    for (int i = 0; i < 5; ++i)
      CHECK_THROWS_AS(restored(one, good.substr(0, rng.below(static_cast<std::uint32_t>(good.size())))), InputError);
    for (int i = 0; i < 40; ++i) {
      std::string bad = good;
      for (std::uint32_t flips = rng.below(3) + 1; flips > 0; --flips) {
        const std::size_t at = rng.below(static_cast<std::uint32_t>(bad.size()));
        bad[at] = static_cast<char>(bad[at] ^ (1 << rng.below(8)));
      }
      check_damaged(one, bad);
    }
  });
}

}  // namespace tesselle::testing
