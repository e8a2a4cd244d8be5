#include <doctest/doctest.h>

#include "base/rng.hpp"
#include "edge/scan/scan_search.hpp"
#include "support/collect.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/formats.hpp"

/// Counting ahead must not be seen from outside: the same nodes, boards and positions as a walk without it.
namespace tesselle::testing {
namespace {

using edge::scan::LookaheadSettings;
using edge::scan::ScanSearch;
using edge::scan::SearchSettings;

/// So eager that tiny trees have subtrees of every kind: counted, with solutions, too big.
LookaheadSettings eager(Rng& rng) {
  LookaheadSettings settings;
  settings.warm_up = 1 + rng.below(50);
  settings.judge_every = 1 + rng.below(500);
  settings.subtree_nodes = 1 + rng.below(40);
  settings.prefix_nodes = 1 + rng.below(400);
  settings.patience = 1 + rng.below(300);
  settings.window = 1 + rng.below(20);
  return settings;
}

SearchSettings search_settings(const EdgePuzzle& puzzle, Rng& rng) {
  const auto& names = edge::path_names();
  const std::uint32_t order = rng.below(static_cast<std::uint32_t>(names.size()) + 1);
  SearchSettings settings;
  settings.path = order < names.size() ? edge::path_named(puzzle, names[order])
                                       : edge::comb(puzzle, static_cast<int>(rng.below(3)) % puzzle.height + 1);
  settings.reduced = rng.below(3) == 0;
  if (rng.below(4) == 0) settings.shuffle_seed = rng();
  return settings;
}

/// A random path, so that every set of sides is filled before some cell.
SearchSettings wild_settings(const EdgePuzzle& puzzle, Rng& rng) {
  SearchSettings settings;
  settings.path = edge::rowscan(puzzle);
  rng.shuffle(std::span(settings.path));
  return settings;
}

struct Course {
  std::vector<Solution> boards;
  std::vector<std::uint64_t> nodes_per_depth;
  std::uint64_t nodes = 0;
  friend bool operator==(const Course&, const Course&) = default;
};

constexpr std::uint64_t max_nodes = 20'000;

/// Slices as long as `slice` says, until the search or its nodes end.
template <class Slice>
Course run(ScanSearch& search, Slice slice) {
  CollectingSink sink;
  Advance result = Advance::running;
  while (result == Advance::running && search.progress().nodes < max_nodes) {
    const std::uint64_t before = search.progress().nodes, budget = std::min(slice(), max_nodes - before);
    result = search.advance({budget}, sink);
    if (result == Advance::running) CHECK(search.progress().nodes == before + budget);
  }
  return {std::move(sink.boards), search.statistics().nodes_per_depth, search.progress().nodes};
}

Course run_plainly(const Puzzle& puzzle, SearchSettings settings) {
  settings.lookahead.enabled = false;
  ScanSearch search(puzzle, settings);
  return run(search, [] { return max_nodes; });
}

template <class Check>
void on_random_boards(std::uint64_t count, int max_cells, Check check) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = max_cells});
    CAPTURE(seed);
    INFO(describe(puzzle));
    const SearchSettings settings = search_settings(puzzle.edge(), rng);
    check(puzzle, settings, rng);
  }
}

}  // namespace

TEST_CASE("lookahead: nothing can be seen of it, whatever the slices") {
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 16, .max_hints = 3});
    CAPTURE(seed);
    INFO(describe(puzzle));
    SearchSettings settings = seed % 3 ? search_settings(puzzle.edge(), rng) : wild_settings(puzzle.edge(), rng);
    const Course plain = run_plainly(puzzle, settings);
    settings.lookahead = eager(rng);
    ScanSearch in_one(puzzle, settings), in_slices(puzzle, settings);
    CHECK(run(in_one, [] { return max_nodes; }) == plain);
    CHECK(run(in_slices, [&] { return std::uint64_t{rng.below(200)} + 1; }) == plain);
  }
}

TEST_CASE("lookahead: a search taken up elsewhere goes on as if nothing had happened") {
  on_random_boards(200, 16, [](const Puzzle& puzzle, SearchSettings settings, Rng& rng) {
    const Course plain = run_plainly(puzzle, settings);
    settings.lookahead = eager(rng);
    ScanSearch one(puzzle, settings), other(puzzle, settings);
    CollectingSink sink;
    ScanSearch* now = &one;
    ScanSearch* later = &other;
    std::uint64_t nodes = 0;
    for (Advance result = Advance::running; result == Advance::running && nodes < max_nodes;) {
      const std::uint64_t before = now->progress().nodes;
      result = now->advance({std::min<std::uint64_t>(rng.below(2'000) + 1, max_nodes - nodes)}, sink);
      nodes += now->progress().nodes - before;
      later->seek(now->position());
      CHECK(later->position() == now->position());
      std::swap(now, later);
    }
    CHECK(sink.boards == plain.boards);
    CHECK(nodes == plain.nodes);
  });
}

TEST_CASE("lookahead: the top of a tree and its subtrees are the tree") {
  on_random_boards(100, 12, [](const Puzzle& puzzle, SearchSettings settings, Rng& rng) {
    const Course plain = run_plainly(puzzle, settings);
    if (plain.nodes == max_nodes || plain.nodes_per_depth.size() < 2) return;
    settings.lookahead = eager(rng);
    ScanSearch top(puzzle, settings);
    CollectingSink sink;
    top.advance({std::uint64_t{rng.below(static_cast<std::uint32_t>(plain.nodes) + 1)}}, sink);
    std::vector<TreePosition> subtrees;
    top.walk_down_to(1 + rng.below(static_cast<std::uint32_t>(plain.nodes_per_depth.size()) - 1), sink, subtrees);
    std::uint64_t nodes = top.progress().nodes;
    for (const TreePosition& subtree : subtrees) {
      ScanSearch below(puzzle, settings);
      below.seek(subtree);
      run_to_end(below, sink, 100);
      nodes += below.progress().nodes;
    }
    CHECK(nodes == plain.nodes);
    CHECK(sink.boards.size() == plain.boards.size());
  });
}

TEST_CASE("lookahead: places told beforehand are walked as if they had not been, even if others come") {
  on_random_boards(200, 16, [](const Puzzle& puzzle, SearchSettings settings, Rng& rng) {
    SearchSettings plainly = settings;
    plainly.lookahead.enabled = false;
    settings.lookahead = eager(rng);
    ScanSearch ahead(puzzle, settings), plain(puzzle, plainly);
    CollectingSink ahead_sink, plain_sink;
    std::vector<TreePosition> places;
    ScanSearch(puzzle, plainly).walk_down_to(1 + rng.below(3), plain_sink, places);
    if (places.size() > 200) places.resize(200);
    rng.shuffle(std::span(places));
    plain_sink.boards.clear();
    std::size_t told = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i == told || rng.below(20) == 0) {
        told = std::min(places.size(), i + 1 + rng.below(20));
        ahead.expect(
            {places.begin() + static_cast<std::ptrdiff_t>(i), places.begin() + static_cast<std::ptrdiff_t>(told)});
      }
      if (rng.below(10) == 0) std::swap(places[i], places[rng.below(static_cast<std::uint32_t>(places.size()))]);
      ahead.seek(places[i]);
      plain.seek(places[i]);
      const std::uint64_t most = rng.below(10) == 0 ? 7 : max_nodes / 4;
      Advance result = Advance::running;
      while (result == Advance::running && ahead.progress().nodes - plain.progress().nodes <= most)
        result = ahead.advance({1 + rng.below(300)}, ahead_sink);
      const std::uint64_t made = ahead.progress().nodes - plain.progress().nodes;
      plain.advance({made + (result == Advance::exhausted)}, plain_sink);
    }
    CHECK(ahead.statistics().nodes_per_depth == plain.statistics().nodes_per_depth);
    CHECK(ahead_sink.boards == plain_sink.boards);
  });
}

TEST_CASE("lookahead: real puzzles, at the settings of every run") {
  const auto same_after = [](const std::string& name, const edge::Path& path, std::uint64_t nodes) {
    CAPTURE(name);
    const Puzzle puzzle = load_puzzle(name);
    SearchSettings settings;
    settings.path = path;
    ScanSearch ahead(puzzle, settings);
    settings.lookahead.enabled = false;
    ScanSearch plain(puzzle, settings);
    CollectingSink ahead_sink, plain_sink;
    for (int part = 1; part <= 2; ++part) {
      ahead.advance({nodes / 2 + 1}, ahead_sink);
      plain.advance({nodes / 2 + 1}, plain_sink);
      CHECK(ahead.position() == plain.position());
      CHECK(ahead.statistics().nodes_per_depth == plain.statistics().nodes_per_depth);
    }
    CHECK(ahead_sink.boards == plain_sink.boards);
  };
  const EdgePuzzle board = load_puzzle("eternity2").edge();
  same_after("eternity2", edge::rowscan(board), 6'000'000);
  same_after("eternity2-clues", edge::rowscan(board), 2'000'000);
  same_after("eternity2", edge::spiral_in(board), 2'000'000);
  same_after("eternity2", edge::comb(board, 14), 2'000'000);
  same_after("clue4", edge::diagonal(load_puzzle("clue4").edge()), 2'000'000);
  same_after("clue3", edge::rowscan(load_puzzle("clue3").edge()), 2'000'000);
}

TEST_CASE("lookahead: more pieces than lanes can tell apart, and more twins") {
  Rng rng(7);
  for (const int colours : {9, 2}) {
    const Puzzle puzzle = random_edge_puzzle(rng, {.width = 18,
                                                   .height = 18,
                                                   .max_cells = 324,
                                                   .framed = true,
                                                   .making = Making::planted,
                                                   .colours = colours,
                                                   .max_hints = 0});
    SearchSettings settings;
    settings.path = edge::rowscan(puzzle.edge());
    settings.lookahead = eager(rng);
    settings.lookahead.prefix_nodes = 1'000;
    ScanSearch ahead(puzzle, settings);
    const Course plain = run_plainly(puzzle, settings);
    CHECK(run(ahead, [] { return std::uint64_t{1'000}; }) == plain);
  }
}

}  // namespace tesselle::testing
