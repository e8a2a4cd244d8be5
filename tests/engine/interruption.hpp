#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "engine/cases.hpp"

/// What interrupts searches that save, and tells whether it made a difference.
namespace tesselle::testing {

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

struct Case {
  EngineInfo info;
  Puzzle puzzle;
  EngineConfig config;
  std::uint64_t nodes = 0;  ///< it is followed so far, or to its end
  std::string varying{};    ///< a statistic that interruptions may change

  std::unique_ptr<Engine> make() const { return make_engine(info, puzzle, config); }
};

inline Story story_of(const Case& one, const Engine& engine, CollectingSink& sink, std::uint64_t nodes, Advance last) {
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
  for (const Statistic& value : statistics.values)
    if (value.name != one.varying) story.statistics.emplace_back(value.name, value.value);
  story.nodes_per_depth = statistics.nodes_per_depth;
  return story;
}

inline Story uninterrupted(const Case& one) {
  const auto engine = one.make();
  CollectingSink sink;
  const Advance last = engine->advance({one.nodes}, sink);
  return story_of(one, *engine, sink, engine->progress().nodes, last);
}

inline Saves& saves_of(Engine& engine) { return dynamic_cast<Saves&>(engine); }

inline std::unique_ptr<Engine> restored(const Case& one, std::string_view state) {
  auto engine = one.make();
  saves_of(*engine).restore(state);
  return engine;
}

/// A restored search may take slices to come to where it was; these nodes are not counted again.
inline Story interrupted(const Case& one, std::uint64_t longest, std::uint64_t seed) {
  Rng rng(seed);
  auto engine = one.make();
  CollectingSink sink;
  std::uint64_t before = 0;
  std::string state;
  for (;;) {
    const std::uint64_t left = one.nodes - before - engine->progress().nodes;
    const Advance last =
        engine->advance({std::min<std::uint64_t>(left, 1 + rng.below(static_cast<std::uint32_t>(longest)))}, sink);
    const std::uint64_t nodes = before + engine->progress().nodes;
    REQUIRE(nodes <= one.nodes);
    if (last != Advance::running || nodes == one.nodes) return story_of(one, *engine, sink, nodes, last);
    if (engine->progress().nodes == 0) {  // not yet where it was
      CHECK(saves_of(*engine).save() == state);
      continue;
    }
    if (rng.below(3) == 0) continue;
    state = saves_of(*engine).save();
    CHECK(saves_of(*engine).save() == state);
    engine = restored(one, state);
    CHECK(engine->progress().nodes == 0);
    CHECK(saves_of(*engine).save() == state);
    before = nodes;
  }
}

inline void check_interruptions(const Case& one, int times) {
  const Story whole = uninterrupted(one);
  for (int i = 0; i < times; ++i) {
    const Story parts = interrupted(one, whole.nodes / 5 + 1, one.config.seed + static_cast<std::uint64_t>(100 * i));
    CHECK(parts.nodes == whole.nodes);
    CHECK(parts.statistics == whole.statistics);
    CHECK(parts.improvements.size() == whole.improvements.size());
    CHECK(parts.boards.size() == whole.boards.size());
    CHECK(parts == whole);
  }
}

/// Whatever becomes of the bytes: they are refused, or the search goes on somehow.
inline void check_damaged(const Case& one, const std::string& bytes) {
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

/// Bits of a good state are flipped, and it is cut off.
inline void check_damages(const Case& one, const std::string& good, int times, Rng& rng) {
  CHECK_THROWS_AS(restored(one, good + "x"), InputError);
  for (int i = 0; i < 5; ++i)
    CHECK_THROWS_AS(restored(one, good.substr(0, rng.below(static_cast<std::uint32_t>(good.size())))), InputError);
  for (int i = 0; i < times; ++i) {
    std::string bad = good;
    for (std::uint32_t flips = rng.below(3) + 1; flips > 0; --flips) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(bad.size()));
      bad[at] = static_cast<char>(bad[at] ^ (1 << rng.below(8)));
    }
    check_damaged(one, bad);
  }
}

}  // namespace tesselle::testing
