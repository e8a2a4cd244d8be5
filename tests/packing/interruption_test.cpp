#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>

#include "engine/counting.hpp"
#include "engine_checks.hpp"
#include "packing/beam/beam_engine.hpp"
#include "packing/frontier/frontier.hpp"
#include "packing/sat/sat.hpp"
#include "support/samples.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

/// Engines that are not tree walks and save their state: what they find does not depend on interruptions, and damaged
/// states are refused or do no harm.
namespace tesselle::testing {
namespace {

EngineConfig with(const EngineInfo& info, Goal goal, Settings settings = {}) {
  EngineConfig config{.goal = goal, .options = Options(info.options)};
  for (const auto& [name, value] : settings) config.options.set(name, value);
  return config;
}

/// All that can be seen of a search from outside.
struct Trace {
  std::vector<Solution> boards, improvements;
  std::uint64_t counted = 0, nodes = 0;
  bool ended = false;
  std::vector<double> statistics;
  std::string count;
  friend bool operator==(const Trace&, const Trace&) = default;
};

void note_end(Trace& trace, const CollectingSink& sink, const Engine& engine) {
  trace.boards.insert(trace.boards.end(), sink.boards.begin(), sink.boards.end());
  trace.improvements.insert(trace.improvements.end(), sink.improvements.begin(), sink.improvements.end());
  trace.counted += sink.counted_boards;
  trace.nodes += engine.progress().nodes;
  trace.statistics.clear();
  for (const Statistic& value : engine.statistics().values) trace.statistics.push_back(value.value);
  if (const auto* counting = dynamic_cast<const CountsExactly*>(&engine))
    trace.count = counting->solution_count().decimal();
}

Trace in_one_go(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config, std::uint64_t nodes) {
  const auto engine = info.make(puzzle, config);
  CollectingSink sink;
  Trace trace;
  trace.ended = engine->advance({nodes}, sink) != Advance::running;
  note_end(trace, sink, *engine);
  return trace;
}

/// Every slice is run by a new engine; the sink says stop at every `stop_at`-th board of a slice.
Trace interrupted(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config, std::uint64_t nodes,
                  const std::function<std::uint64_t()>& slice, std::size_t stop_at = ~std::size_t{0}) {
  Trace trace;
  auto engine = info.make(puzzle, config);
  while (trace.nodes < nodes && !trace.ended) {
    CollectingSink sink(stop_at);
    trace.ended = engine->advance({std::min(slice(), nodes - trace.nodes)}, sink) != Advance::running;
    note_end(trace, sink, *engine);
    const std::string state = dynamic_cast<Saves&>(*engine).save();
    engine = info.make(puzzle, config);
    dynamic_cast<Saves&>(*engine).restore(state);
    REQUIRE(dynamic_cast<Saves&>(*engine).save() == state);
  }
  CollectingSink sink;
  if (trace.ended) {  // an ended search stays ended when it is resumed
    CHECK(engine->advance({100}, sink) != Advance::running);
    CHECK(engine->progress().nodes == 0);
    note_end(trace, sink, *engine);
  }
  return trace;
}

std::string damaged(std::string state, Rng& rng) {
  const auto below = [&](std::size_t end) { return rng.below(static_cast<std::uint32_t>(end)); };
  switch (below(4)) {
    case 0:
      return state.substr(0, below(state.size()));
    case 1:
      return state.insert(below(state.size()), 1 + below(9), static_cast<char>(below(256)));
    case 2:
      state[below(state.size())] ^= static_cast<char>(1 << below(8));
      return state;
    default: {  // a number, aligned as most are
      const std::uint64_t numbers[] = {
          0, 1, 255, 65'536, 0x7fff'ffff, 0xffff'ffff, ~std::uint64_t{0} >> 1, ~std::uint64_t{0}};
      if (state.size() < 8) return state;
      std::memcpy(state.data() + below(state.size() / 8) * 8, &numbers[below(8)], 8);
      return state;
    }
  }
}

/// Restores damaged states: they are refused, or the search goes on with boards that are legal.
void check_damage(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config, const std::string& state,
                  int trials, std::uint64_t nodes) {
  Rng rng(7);
  int refused = 0;
  const auto engine = info.make(puzzle, config);
  auto& saving = dynamic_cast<Saves&>(*engine);
  for (int trial = 0; trial < trials; ++trial) {
    try {
      saving.restore(damaged(state, rng));
    } catch (const InputError&) {
      ++refused;
    }
    CollectingSink sink;
    engine->advance({nodes}, sink);
    for (const Solution& board : sink.improvements) CHECK(verify(puzzle, board).legal());
    if (const auto* shown = dynamic_cast<const ShowsBoard*>(engine.get()))
      CHECK(verify(puzzle, shown->board()).legal());
  }
  CHECK(refused > trials / 3);
  CHECK_NOTHROW(saving.restore(state));
  CHECK(saving.save() == state);
}

SolutionKey smallest_key(const SymmetryGroup& group, const Solution& board) {
  SolutionKey smallest = group.key(board);
  for (const Solution& image : group.orbit(board)) smallest = std::min(smallest, group.key(image));
  return smallest;
}

std::string state_after(const EngineInfo& info, const Puzzle& puzzle, const EngineConfig& config, std::uint64_t nodes) {
  const auto engine = info.make(puzzle, config);
  CollectingSink sink;
  engine->advance({nodes}, sink);
  return dynamic_cast<Saves&>(*engine).save();
}

}  // namespace

TEST_CASE("frontier: interrupted anywhere, it counts the same with the same nodes") {
  const EngineInfo info = frontier_engine();
  const EngineConfig config = with(info, Goal::count);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_packing_puzzle(rng);
    CAPTURE(describe(puzzle));
    const Trace whole = in_one_go(info, puzzle, config, 20'000);
    if (!whole.ended || whole.nodes > 2000) continue;
    CHECK(interrupted(info, puzzle, config, 20'000, [&] { return 1 + rng.below(5); }) == whole);
  }
  const Puzzle strip = domino_box(4, 200, 0, PackingPiece::unlimited);  // numbers of several limbs
  const Trace whole = in_one_go(info, strip, config, 1'000'000);
  CHECK(whole.ended);
  CHECK(whole.count.size() > 40);
  CHECK(interrupted(info, strip, config, 1'000'000, [] { return 97; }) == whole);
}

TEST_CASE("frontier: damaged states do no harm") {
  const EngineInfo info = frontier_engine();
  const EngineConfig config = with(info, Goal::count);
  for (const Puzzle& puzzle : {domino_box(4, 60, 0, PackingPiece::unlimited), load_puzzle("soma")}) {
    const std::uint64_t nodes = in_one_go(info, puzzle, config, 1'000'000).nodes;
    for (const std::uint64_t at : {std::uint64_t{0}, nodes / 3, nodes})
      check_damage(info, puzzle, config, state_after(info, puzzle, config, at), 150, 500);
  }
}

TEST_CASE("beam: interrupted anywhere, it reports the same boards in the same order with the same nodes") {
  const EngineInfo info = packing_beam_engine();
  const auto check = [&](const char* name, Goal goal, Settings settings, std::uint64_t nodes, std::uint32_t slice) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    const EngineConfig config = with(info, goal, settings);
    const Trace whole = in_one_go(info, puzzle, config, nodes);
    CHECK(whole.boards.size() + whole.improvements.size() > 0);
    Rng rng(nodes);
    CHECK(interrupted(info, puzzle, config, nodes, [&] { return 1 + rng.below(2 * slice); }) == whole);
  };
  check("boat", Goal::best, {{"width", "30"}, {"final-nodes", "300"}, {"endgame-nodes", "40"}}, 6000, 60);
  check("boat", Goal::best, {{"growth", "3"}, {"per-region", "2"}, {"lookahead", "1"}}, 4000, 100);
  check("serenity", Goal::all, {{"width", "300"}, {"noise", "0.5"}}, 5000, 60);
  check("whale", Goal::best, {{"width", "5"}, {"model", "plain"}}, 400, 3);
}

TEST_CASE("beam: a sink that says stop misses no tiling, nor does a search resumed there") {
  const EngineInfo info = packing_beam_engine();
  const Puzzle puzzle = load_puzzle("serenity");
  const EngineConfig config = with(info, Goal::all, {{"width", "100000"}});
  const Trace whole = in_one_go(info, puzzle, config, 1'000'000);
  CHECK(whole.boards.size() == 12);
  CHECK(whole.ended);
  CHECK(interrupted(
            info, puzzle, config, 1'000'000, [] { return 1'000'000; }, 1) == whole);
}

TEST_CASE("beam: a state saved by several slots is taken up by fewer and by more") {
  const EngineInfo info = packing_beam_engine();
  const Puzzle puzzle = load_puzzle("boat");
  const EngineConfig config = with(info, Goal::best, {{"width", "30"}, {"final-nodes", "300"}});
  for (const std::uint64_t nodes : {50u, 333u, 700u, 1200u})
    for (const unsigned before : {1u, 3u})
      for (const unsigned after : {1u, 2u, 4u}) {
        const auto first = info.make(puzzle, config), second = info.make(puzzle, config);
        dynamic_cast<SharesWork&>(*first).use_threads(before, in_order);
        dynamic_cast<SharesWork&>(*second).use_threads(after, in_order);
        CollectingSink sink;
        first->advance({nodes}, sink);
        dynamic_cast<Saves&>(*second).restore(dynamic_cast<Saves&>(*first).save());
        second->advance({6000}, sink);
        std::size_t most = 0;
        for (const Solution& board : sink.improvements) {
          CHECK(verify(puzzle, board).legal());
          CHECK(board.packing().placements.size() > most);
          most = board.packing().placements.size();
        }
        CHECK(most == puzzle.packing().pieces.size());
      }
}

TEST_CASE("beam: no tiling is lost or reported twice if a round of several slots is begun again by fewer") {
  const EngineInfo info = packing_beam_engine();
  const Puzzle puzzle = load_puzzle("serenity");
  const EngineConfig config = with(info, Goal::all, {{"width", "100000"}});
  const Trace whole = in_one_go(info, puzzle, config, 1'000'000);
  const SymmetryGroup group(puzzle);
  for (std::uint64_t nodes = 1; nodes < whole.nodes; nodes += whole.nodes / 7)
    for (const unsigned after : {1u, 2u}) {
      CAPTURE(nodes);
      const auto first = info.make(puzzle, config), second = info.make(puzzle, config);
      dynamic_cast<SharesWork&>(*first).use_threads(4, in_order);
      dynamic_cast<SharesWork&>(*second).use_threads(after, in_order);
      CollectingSink sink;
      first->advance({nodes}, sink);
      dynamic_cast<Saves&>(*second).restore(dynamic_cast<Saves&>(*first).save());
      CHECK(second->advance({1'000'000}, sink) == Advance::stuck);
      std::set<SolutionKey> different;
      for (const Solution& board : sink.boards) different.insert(group.key(board));
      CHECK(sink.boards.size() == whole.boards.size());
      CHECK(different.size() == whole.boards.size());
    }
}

TEST_CASE("beam: damaged states do no harm") {
  const EngineInfo info = packing_beam_engine();
  const Puzzle puzzle = load_puzzle("boat");
  const EngineConfig config =
      with(info, Goal::best, {{"width", "30"}, {"final-nodes", "300"}, {"endgame-nodes", "40"}});
  for (const std::uint64_t at : {0u, 100u, 500u, 640u, 800u, 1000u})
    check_damage(info, puzzle, config, state_after(info, puzzle, config, at), 60, 60);
}

TEST_CASE("packing sat: interrupted, it reports every board once") {
  const EngineInfo info = packing_sat_engine();
  std::vector<Puzzle> puzzles = {dominoes_in(4, 4), domino_box(3, 4, 0, PackingPiece::unlimited)};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    puzzles.push_back(random_packing_puzzle(rng));
  }
  for (const Puzzle& puzzle : puzzles)
    for (const SearchSymmetry symmetry : {SearchSymmetry::whole, SearchSymmetry::reduced}) {
      CAPTURE(describe(puzzle));
      EngineConfig config = with(info, Goal::all);
      config.symmetry = symmetry;
      const Trace whole = in_one_go(info, puzzle, config, 1'000'000);
      REQUIRE(whole.ended);
      if (whole.boards.size() > 40) continue;
      const Trace parts = interrupted(
          info, puzzle, config, 100'000'000, [] { return 1'000'000; }, 2);
      const SymmetryGroup group(puzzle);
      const auto keys_of = [&](const std::vector<Solution>& boards) {
        std::set<SolutionKey> keys;  // up to symmetry it may find another board of an orbit
        for (const Solution& board : boards)
          keys.insert(symmetry == SearchSymmetry::whole ? group.key(board) : smallest_key(group, board));
        return keys;
      };
      CHECK(parts.boards.size() == whole.boards.size());
      CHECK(keys_of(parts.boards) == keys_of(whole.boards));
    }
}

TEST_CASE("packing sat: damaged states do no harm") {
  const EngineInfo info = packing_sat_engine();
  const Puzzle puzzle = dominoes_in(4, 4);
  const EngineConfig config = with(info, Goal::all);
  for (const std::uint64_t at : {0u, 2000u, 1'000'000u})
    check_damage(info, puzzle, config, state_after(info, puzzle, config, at), 60, 200);
}

}  // namespace tesselle::testing
