#include <map>

#include "engine/cases.hpp"
#include "support/oracle.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

/// No case is followed further; nodes of searches that are not tree walks are expensive.
std::uint64_t node_limit(const EngineInfo& info) { return info.abilities.walks_tree ? 60'000 : 3000; }

/// What an engine does in its first `limit` nodes, or until it ends.
struct Trace {
  std::vector<Solution> boards, improvements;
  std::uint64_t nodes = 0;
  Advance last = Advance::running;
  friend bool operator==(const Trace&, const Trace&) = default;
};

Trace trace(const EngineInfo& info, const Puzzle& puzzle, std::uint64_t slice) {
  const std::uint64_t limit = node_limit(info);
  const auto engine = make_engine(info, puzzle);
  CollectingSink sink;
  Trace result;
  while (result.last == Advance::running && result.nodes < limit) {
    const std::uint64_t budget = std::min(slice, limit - result.nodes);
    result.last = engine->advance({budget}, sink);
    const std::uint64_t made = engine->progress().nodes - result.nodes;
    if (result.last == Advance::running)
      REQUIRE(made == budget);
    else
      REQUIRE(made <= budget);
    result.nodes += made;
  }
  result.boards = std::move(sink.boards);
  result.improvements = std::move(sink.improvements);
  return result;
}

bool is_big(const Puzzle& puzzle) { return puzzle.family() == Family::packing && puzzle.packing().region.size() > 40; }

std::vector<SolutionKey> sorted_keys(const Puzzle& puzzle, const std::vector<Solution>& boards) {
  const SymmetryGroup group(puzzle);
  std::vector<SolutionKey> keys;
  for (const Solution& board : boards) keys.push_back(group.key(board));
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

TEST_CASE("engines are listed under a name of their own in their family and describe themselves in one line") {
  std::set<std::pair<Family, std::string>> names;
  for (const EngineInfo& info : all_engines()) {
    CAPTURE(info.name);
    CHECK(names.insert({info.family, info.name}).second);
    CHECK_FALSE(info.summary.empty());
    CHECK(info.summary.find('\n') == std::string::npos);
    CHECK(static_cast<bool>(info.factory));
    CHECK_FALSE(info.goals.empty());
  }
}

TEST_CASE("the defaults of every option table are values that the table accepts") {
  for (const EngineInfo& info : all_engines())
    for (const OptionSpec& spec : info.options) {
      CAPTURE(info.name);
      CAPTURE(spec.name);
      Options options(info.options);
      CHECK_FALSE(spec.help.empty());
      CHECK_NOTHROW(options.set(spec.name, to_string(spec.default_value)));
      CHECK(options.changed().empty());
    }
}

TEST_CASE("the flags say what the instances can do") {
  for_each_case(any, [](const EngineInfo& info, const Puzzle& puzzle) {
    const EngineInstance engine(make_engine(info, puzzle));
    const Abilities found = {engine.walk != nullptr,     engine.plans != nullptr,   engine.shows != nullptr,
                             engine.improver != nullptr, engine.learner != nullptr, engine.sharing != nullptr,
                             engine.saving != nullptr,   engine.counter != nullptr};
    CHECK(info.abilities == found);
  });
}

TEST_CASE("a puzzle of the other family and a symmetry that cannot be had are refused") {
  for (const EngineInfo& info : all_engines()) {
    CAPTURE(info.name);
    const bool is_edge = info.family == Family::edge;
    CHECK_THROWS_AS(make_engine(info, is_edge ? domino_box(2, 2, 2, 2) : four_corners()), UsageError);
    if (!info.reduces_symmetry)
      CHECK_THROWS_AS(make_engine(info, is_edge ? four_corners() : domino_box(2, 2, 2, 2),
                                  {.goal = Goal::all, .symmetry = SearchSymmetry::reduced}),
                      UsageError);
  }
}

TEST_CASE("a budget is used up exactly, and slices change nothing") {
  for_each_case(any, [](const EngineInfo& info, const Puzzle& puzzle) {
    const Trace whole = trace(info, puzzle, node_limit(info));
    for (const std::uint64_t slice : {1u, 7u, 1000u}) CHECK(trace(info, puzzle, slice) == whole);
  });
}

TEST_CASE("an ended search stays ended, and an empty budget does nothing") {
  for_each_case(any, [](const EngineInfo& info, const Puzzle& puzzle) {
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink;
    engine->advance({0}, sink);
    CHECK(engine->progress().nodes == 0);
    const Advance end = engine->advance({node_limit(info)}, sink);
    if (end == Advance::running) return;
    const std::size_t boards = sink.boards.size();
    CHECK(engine->advance({1000}, sink) == end);
    CHECK(sink.boards.size() == boards);
  });
}

TEST_CASE("a sink that says stop is obeyed at once and misses nothing") {
  for_each_case(complete, [](const EngineInfo& info, const Puzzle& puzzle) {
    const Trace whole = trace(info, puzzle, node_limit(info));
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink(1);
    std::size_t before = 0;
    Advance last = Advance::running;
    while (last == Advance::running && engine->progress().nodes < whole.nodes) {
      last = engine->advance({whole.nodes - engine->progress().nodes}, sink);
      CHECK(sink.boards.size() <= before + 1);
      before = sink.boards.size();
    }
    if (last == Advance::running && whole.last != Advance::running) engine->advance({1}, sink);
    CHECK(sink.boards == whole.boards);
  });
}

TEST_CASE("progress: fractions grow from 0 to 1, the profile adds up to the nodes") {
  for_each_case(any, [](const EngineInfo& info, const Puzzle& puzzle) {
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink;
    double last = 0;
    Advance state = Advance::running;
    while (state == Advance::running && engine->progress().nodes < node_limit(info)) {
      state = engine->advance({97}, sink);
      const EngineProgress now = engine->progress();
      if (!now.fraction) continue;
      CHECK(*now.fraction >= last - 1e-12);
      CHECK(*now.fraction <= 1 + 1e-12);
      last = *now.fraction;
    }
    if (engine->progress().fraction && state == Advance::exhausted) CHECK(last == doctest::Approx(1));
    const Statistics statistics = engine->statistics();
    std::uint64_t sum = 0;
    for (const std::uint64_t nodes : statistics.nodes_per_depth) sum += nodes;
    if (!statistics.nodes_per_depth.empty()) CHECK(sum == engine->progress().nodes);
  });
}

TEST_CASE("every board passes the verifier") {
  for_each_case(any, [](const EngineInfo& info, const Puzzle& puzzle) {
    const Trace result = trace(info, puzzle, 500);
    for (const Solution& board : result.boards) CHECK(verify(puzzle, board).solves());
    for (const Solution& board : result.improvements) CHECK(verify(puzzle, board).legal());
  });
}

TEST_CASE("complete engines end exhausted, with exactly the solutions of the oracle") {
  std::map<std::uint64_t, std::optional<Boards>> known;
  for_each_case(complete, [&](const EngineInfo& info, const Puzzle& puzzle) {
    if (is_big(puzzle)) return;
    auto& expected = known.try_emplace(puzzle_hash(puzzle)).first->second;
    if (!expected) expected = try_all_boards(puzzle);
    if (!expected) return;
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink;
    CHECK(run_to_end(*engine, sink) == Advance::exhausted);
    if (info.abilities.counts_exactly) {
      CHECK(sink.counted_boards == expected->size());
      return;
    }
    std::vector<SolutionKey> keys;
    for (const auto& [key, board] : *expected) keys.push_back(key);
    CHECK(sorted_keys(puzzle, sink.boards) == keys);
  });
}

TEST_CASE("a reduced search gives one board of each orbit, and its size if it gives any") {
  const auto reduces = [](const EngineInfo& info) { return info.complete && info.reduces_symmetry; };
  for_each_case(reduces, [](const EngineInfo& info, const Puzzle& puzzle) {
    if (is_big(puzzle) && !info.abilities.walks_tree) return;  // thousands of boards, each of which is a clause more
    const auto engine = try_make(info, puzzle, {.goal = Goal::all, .symmetry = SearchSymmetry::reduced});
    if (!engine) return;
    CollectingSink sink;
    REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
    const SymmetryGroup group(puzzle);
    std::vector<Solution> unfolded;
    for (std::size_t i = 0; i < sink.boards.size(); ++i) {
      const auto orbit = group.orbit(sink.boards[i]);
      if (sink.orbit_sizes[i] != 0) CHECK(sink.orbit_sizes[i] == orbit.size());
      unfolded.insert(unfolded.end(), orbit.begin(), orbit.end());
    }
    CHECK(sorted_keys(puzzle, unfolded) == sorted_keys(puzzle, search_all(info, puzzle).boards));
  });
}

}  // namespace tesselle::testing
