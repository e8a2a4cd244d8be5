#include "engine/interruption.hpp"

#include "run/registry.hpp"

/// The Saves half of the contract: a search that is interrupted, saved and restored into a fresh instance goes on as if
/// nothing had happened.
namespace tesselle::testing {
namespace {

/// The first goal that the engine is made for: some only count, some only look for better boards.
std::optional<Goal> goal_of(const EngineInfo& info, const Puzzle& puzzle) {
  for (const Goal goal : {Goal::all, Goal::count, Goal::best})
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
    check_damages(one, saves_of(*engine).save(), 40, rng);
  });
}

}  // namespace tesselle::testing
