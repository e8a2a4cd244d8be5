#include "engine/cases.hpp"

/// The TreeWalk half of the contract: positions, resuming, splitting.
namespace tesselle::testing {
namespace {

TreeWalk& walk_of(Engine& engine) { return dynamic_cast<TreeWalk&>(engine); }

/// Puzzles whose whole tree is walked many times over must be small.
template <class Visit>
void for_each_small_tree(std::uint64_t max_nodes, Visit visit) {
  for_each_case(walks_tree, [&](const EngineInfo& info, const Puzzle& puzzle) {
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink;
    if (engine->advance({max_nodes}, sink) != Advance::exhausted) return;
    visit(info, puzzle, Outcome{std::move(sink.boards), engine->progress().nodes});
  });
}

/// Walks the rest of a search in one engine; the sum is what was done before plus that.
Outcome continued(const EngineInfo& info, const Puzzle& puzzle, const TreePosition& position, Outcome before) {
  const auto engine = make_engine(info, puzzle);
  walk_of(*engine).seek(position);
  CollectingSink sink;
  run_to_end(*engine, sink);
  before.nodes += engine->progress().nodes;
  before.boards.insert(before.boards.end(), sink.boards.begin(), sink.boards.end());
  return before;
}

std::vector<SolutionKey> keys_in_any_order(const Puzzle& puzzle, const std::vector<Solution>& boards) {
  const SymmetryGroup group(puzzle);
  std::vector<SolutionKey> keys;
  for (const Solution& board : boards) keys.push_back(group.key(board));
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// Walks what is left of `engine` as a top and its subtrees.
Outcome split(const EngineInfo& info, const Puzzle& puzzle, Engine& engine, std::uint32_t ceiling, Outcome before) {
  std::vector<TreePosition> frontier;
  CollectingSink sink;
  const std::uint64_t nodes = engine.progress().nodes;
  walk_of(engine).walk_down_to(ceiling, sink, frontier);
  before.nodes += engine.progress().nodes - nodes;
  const auto worker = make_engine(info, puzzle);
  for (const TreePosition& subtree : frontier) {
    CHECK(subtree.floor == ceiling);
    REQUIRE(subtree.choices.size() >= ceiling);
    walk_of(*worker).seek(subtree);
    run_to_end(*worker, sink);
  }
  before.nodes += worker->progress().nodes;
  before.boards.insert(before.boards.end(), sink.boards.begin(), sink.boards.end());
  return before;
}

}  // namespace

TEST_CASE("a search can be taken up by a fresh engine at any moment") {
  for_each_small_tree(60'000, [](const EngineInfo& info, const Puzzle& puzzle, const Outcome& whole) {
    Rng rng(7);
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink;
    const auto longest = static_cast<std::uint32_t>(whole.nodes / 10 + 2);
    for (Advance state = Advance::running; state == Advance::running;) {
      state = engine->advance({rng.below(longest)}, sink);
      const TreePosition here = walk_of(*engine).position();
      const auto fresh = make_engine(info, puzzle);
      walk_of(*fresh).seek(here);
      CHECK(walk_of(*fresh).position() == here);
      CHECK(fresh->progress().nodes == 0);
      CHECK(continued(info, puzzle, here, {sink.boards, engine->progress().nodes}) == whole);
    }
  });
}

TEST_CASE("a search stopped by its sink can be taken up by a fresh engine") {
  for_each_small_tree(2000, [](const EngineInfo& info, const Puzzle& puzzle, const Outcome& whole) {
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink(1);
    for (int stops = 0; stops < 20; ++stops) {
      const Advance state = engine->advance({100'000}, sink);
      CHECK(continued(info, puzzle, walk_of(*engine).position(), {sink.boards, engine->progress().nodes}) == whole);
      if (state != Advance::running) break;
    }
  });
}

TEST_CASE("the top of a tree and its subtrees are the tree, at whatever depth it is cut") {
  for_each_small_tree(5000, [](const EngineInfo& info, const Puzzle& puzzle, const Outcome& whole) {
    const auto expected = keys_in_any_order(puzzle, whole.boards);
    for (std::uint32_t ceiling = 1; ceiling <= 10; ++ceiling) {
      CAPTURE(ceiling);
      const auto engine = make_engine(info, puzzle);
      const Outcome parts = split(info, puzzle, *engine, ceiling, {});
      CHECK(parts.nodes == whole.nodes);
      CHECK(keys_in_any_order(puzzle, parts.boards) == expected);
    }
  });
}

TEST_CASE("the rest of a tree can be cut as well") {
  for_each_small_tree(5000, [](const EngineInfo& info, const Puzzle& puzzle, const Outcome& whole) {
    const auto expected = keys_in_any_order(puzzle, whole.boards);
    Rng rng(11);
    for (std::uint32_t ceiling = 1; ceiling <= 6; ++ceiling) {
      CAPTURE(ceiling);
      const auto engine = make_engine(info, puzzle);
      CollectingSink sink;
      engine->advance({rng.below(static_cast<std::uint32_t>(whole.nodes + 1))}, sink);
      const Outcome parts = split(info, puzzle, *engine, ceiling, {sink.boards, engine->progress().nodes});
      CHECK(parts.nodes == whole.nodes);
      CHECK(keys_in_any_order(puzzle, parts.boards) == expected);
    }
  });
}

TEST_CASE("a subtree can be cut into smaller ones") {
  for_each_small_tree(5000, [](const EngineInfo& info, const Puzzle& puzzle, const Outcome& whole) {
    const auto engine = make_engine(info, puzzle);
    CollectingSink sink;
    std::vector<TreePosition> frontier;
    walk_of(*engine).walk_down_to(1, sink, frontier);
    Outcome parts{sink.boards, engine->progress().nodes};
    for (const TreePosition& subtree : frontier) {
      walk_of(*engine).seek(subtree);
      parts = split(info, puzzle, *engine, 3, std::move(parts));
    }
    CHECK(parts.nodes == whole.nodes);
    CHECK(keys_in_any_order(puzzle, parts.boards) == keys_in_any_order(puzzle, whole.boards));
  });
}

TEST_CASE("places that are not in the tree are refused, and the search is still good for another") {
  for_each_small_tree(5000, [](const EngineInfo& info, const Puzzle& puzzle, const Outcome& whole) {
    const auto engine = make_engine(info, puzzle);
    TreeWalk& walk = walk_of(*engine);
    const std::uint32_t far = 1'000'000;
    for (const TreePosition& nowhere : {TreePosition{0, {far}, 0}, TreePosition{0, {}, far}, TreePosition{1, {}, 0},
                                        TreePosition{0, std::vector<std::uint32_t>(200, 0), 0}})
      CHECK_THROWS_AS(walk.seek(nowhere), InputError);
    walk.seek({0, {}, 0});
    CollectingSink sink;
    run_to_end(*engine, sink);
    CHECK(Outcome{std::move(sink.boards), engine->progress().nodes} == whole);
  });
}

}  // namespace tesselle::testing
