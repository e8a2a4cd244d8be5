#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "engine/null_sink.hpp"
#include "puzzle/symmetry.hpp"
#include "support/collect.hpp"
#include "support/examples.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"

/// What every complete packing engine that reduces symmetry promises, as checks on one puzzle.
namespace tesselle::testing {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

inline EngineConfig configured(const EngineInfo& info, SearchSymmetry symmetry, Settings settings = {}) {
  EngineConfig config{.goal = Goal::all, .symmetry = symmetry, .options = Options(info.options)};
  for (const auto& [name, value] : settings) config.options.set(name, value);
  return config;
}

struct Findings {
  std::vector<SolutionKey> keys;  ///< in the order of their finding
  std::vector<std::uint64_t> orbit_sizes;
  std::uint64_t nodes = 0;
  friend bool operator==(const Findings&, const Findings&) = default;
};

inline void append(Findings& findings, const Puzzle& puzzle, const CollectingSink& sink) {
  const SymmetryGroup group(puzzle);
  for (const Solution& board : sink.boards) findings.keys.push_back(group.key(board));
  findings.orbit_sizes.insert(findings.orbit_sizes.end(), sink.orbit_sizes.begin(), sink.orbit_sizes.end());
}

inline Findings findings_of(const Puzzle& puzzle, const CollectingSink& sink, const Engine& engine) {
  Findings findings;
  append(findings, puzzle, sink);
  findings.nodes = engine.progress().nodes;
  return findings;
}

inline Findings search(const EngineInfo& info, const Puzzle& puzzle, SearchSymmetry symmetry, Settings settings = {}) {
  const auto engine = info.make(puzzle, configured(info, symmetry, settings));
  CollectingSink sink;
  run_to_end(*engine, sink);
  for (const Solution& board : sink.boards) CHECK_MESSAGE(verify(puzzle, board).solves(), describe(board));
  return findings_of(puzzle, sink, *engine);
}

/// Counts without keeping boards.
class CountingSink final : public NullSink {
 public:
  std::uint64_t orbits() const { return found_; }
  std::uint64_t boards() const { return skipped_boards_; }
};

struct Tally {
  std::uint64_t orbits = 0, boards = 0, nodes = 0;
};
inline Tally tally(const EngineInfo& info, const Puzzle& puzzle, SearchSymmetry symmetry, Settings settings = {}) {
  const auto engine = info.make(puzzle, configured(info, symmetry, settings));
  CountingSink sink;
  run_to_end(*engine, sink);
  return {sink.orbits(), sink.boards(), engine->progress().nodes};
}

/// Every board of the oracle once.
inline void check_whole(const EngineInfo& info, const Puzzle& puzzle, const Boards& boards) {
  const Findings found = search(info, puzzle, SearchSymmetry::whole);
  const std::set<SolutionKey> keys(found.keys.begin(), found.keys.end());
  CHECK(found.keys.size() == boards.size());
  CHECK(keys.size() == boards.size());
  for (const auto& [key, board] : boards) CHECK_MESSAGE(keys.count(key) == 1, describe(board));
}

/// One board of each orbit, with the orbit's size.
inline void check_reduced(const EngineInfo& info, const Puzzle& puzzle, const Boards& boards, Settings settings = {}) {
  const SymmetryGroup group(puzzle);
  const Findings found = search(info, puzzle, SearchSymmetry::reduced, settings);
  std::set<SolutionKey> covered;
  std::size_t i = 0;
  for (const SolutionKey& key : found.keys) {
    REQUIRE(boards.count(key) == 1);
    const auto orbit = group.orbit(boards.at(key));
    CHECK(found.orbit_sizes[i++] == orbit.size());
    for (const Solution& image : orbit) CHECK_MESSAGE(covered.insert(group.key(image)).second, describe(image));
  }
  CHECK(covered.size() == boards.size());
  CHECK(found.keys.size() == distinct_count(puzzle, boards));
}

/// The same whatever the slices, also if each slice is run by a new engine that was sent to the last one's position.
inline void check_slices(const EngineInfo& info, const Puzzle& puzzle, SearchSymmetry symmetry, std::uint64_t seed) {
  const Findings whole = search(info, puzzle, symmetry);
  const EngineConfig config = configured(info, symmetry);
  Rng rng(seed);
  Findings pieces;
  auto engine = info.make(puzzle, config);
  for (bool running = true; running;) {
    CollectingSink sink(rng.below(2) + 1);
    running = engine->advance({1 + rng.below(7)}, sink) == Advance::running;
    append(pieces, puzzle, sink);
    pieces.nodes += engine->progress().nodes;
    const TreePosition position = dynamic_cast<TreeWalk&>(*engine).position();
    engine = info.make(puzzle, config);
    dynamic_cast<TreeWalk&>(*engine).seek(position);
    CHECK(dynamic_cast<TreeWalk&>(*engine).position() == position);
  }
  CHECK(pieces == whole);
}

/// Cut at a depth, the parts make up the whole: same nodes, same boards.
inline void check_split(const EngineInfo& info, const Puzzle& puzzle, SearchSymmetry symmetry, std::uint32_t ceiling) {
  const Findings whole = search(info, puzzle, symmetry);
  const EngineConfig config = configured(info, symmetry);
  const auto top = info.make(puzzle, config);
  CollectingSink sink;
  std::vector<TreePosition> frontier;
  dynamic_cast<TreeWalk&>(*top).walk_down_to(ceiling, sink, frontier);
  Findings parts = findings_of(puzzle, sink, *top);
  for (const TreePosition& subtree : frontier) {
    CHECK(subtree.floor == ceiling);
    const auto engine = info.make(puzzle, config);
    dynamic_cast<TreeWalk&>(*engine).seek(subtree);
    CollectingSink below;
    run_to_end(*engine, below);
    append(parts, puzzle, below);
    parts.nodes += engine->progress().nodes;
  }
  CHECK(parts.nodes == whole.nodes);
  CHECK(std::multiset(parts.keys.begin(), parts.keys.end()) == std::multiset(whole.keys.begin(), whole.keys.end()));
}

/// All of the above on random puzzles of every lattice; the oracle says what is right.
inline void check_on_random_puzzles(const EngineInfo& info, std::uint64_t first_seed, std::uint64_t last_seed) {
  for (const LatticeKind lattice :
       {LatticeKind::square, LatticeKind::cube, LatticeKind::triangle, LatticeKind::hexagon, LatticeKind::drafter})
    for (std::uint64_t seed = first_seed; seed <= last_seed; ++seed) {
      Rng rng(seed);
      const Puzzle puzzle = random_packing_puzzle(rng, {.lattice = lattice});
      const auto boards = try_all_boards(puzzle, 100'000);
      if (!boards || boards->size() > 2000) continue;
      CAPTURE(seed);
      CAPTURE(describe(puzzle));
      check_whole(info, puzzle, *boards);
      check_reduced(info, puzzle, *boards);
      if (boards->size() > 50) continue;
      for (const SearchSymmetry symmetry : {SearchSymmetry::whole, SearchSymmetry::reduced}) {
        check_slices(info, puzzle, symmetry, seed);
        check_split(info, puzzle, symmetry, 1 + static_cast<std::uint32_t>(seed % 3));
      }
    }
}

}  // namespace tesselle::testing
