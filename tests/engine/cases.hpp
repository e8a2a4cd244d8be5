#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <set>
#include <vector>

#include "edge/engines.hpp"
#include "packing/engines.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "support/random_puzzles.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"

/// Every engine with every puzzle of its family it can be tried on: new engines are covered by being listed.
namespace tesselle::testing {

inline std::vector<EngineInfo> all_engines() {
  std::vector<EngineInfo> all = edge_engines();
  for (EngineInfo& info : packing_engines()) all.push_back(std::move(info));
  return all;
}

inline std::vector<Puzzle> puzzles_of(Family family) {
  std::vector<Puzzle> puzzles = family == Family::edge ? edge_samples() : packing_samples();
  // Instrumented programs are slow.
  const std::uint64_t random_puzzles = std::getenv("TESSELLE_FEW_CASES") != nullptr ? 3 : 25;
  for (std::uint64_t seed = 1; seed <= random_puzzles; ++seed) {
    Rng rng(seed);
    puzzles.push_back(family == Family::edge ? random_edge_puzzle(rng) : random_packing_puzzle(rng));
    puzzles.back().name += "-" + std::to_string(seed);
  }
  return puzzles;
}

/// Null if the engine says that it is not made for this puzzle.
inline std::unique_ptr<Engine> try_make(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config) {
  try {
    return make_engine(info, puzzle, config);
  } catch (const UsageError&) {
    return nullptr;
  }
}
inline std::unique_ptr<Engine> try_make(const EngineInfo& info, const Puzzle& puzzle) {
  return try_make(info, puzzle, {.goal = natural_goal(info)});
}

/// Calls visit(info, puzzle) for engines of which `wanted` is true and puzzles that they accept.
template <class Wanted, class Visit>
void for_each_case(Wanted wanted, Visit visit) {
  for (const EngineInfo& info : all_engines()) {
    if (!wanted(info)) continue;
    for (const Puzzle& puzzle : puzzles_of(info.family)) {
      if (!try_make(info, puzzle)) continue;
      CAPTURE(info.name);
      INFO(describe(puzzle));
      visit(info, puzzle);
    }
  }
}

inline bool any(const EngineInfo&) { return true; }
/// Finds every solution. (`pack` is complete too, but looks for the best board.)
inline bool complete(const EngineInfo& info) { return info.complete && !info.serves(Goal::best); }
inline bool walks_tree(const EngineInfo& info) { return info.abilities.walks_tree; }

}  // namespace tesselle::testing
