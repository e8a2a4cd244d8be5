#include "edge/smart/smart.hpp"

#include <doctest/doctest.h>

#include <set>

#include "edge/corolla_data/build.hpp"
#include "edge/scan/scan.hpp"
#include "support/collect.hpp"
#include "support/oracle.hpp"
#include "support/random_puzzles.hpp"
#include "support/run_program.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::testing {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

struct SmartFound {
  std::multiset<SolutionKey> keys;
  std::uint64_t nodes = 0;
};

SmartFound smart_search(const Puzzle& puzzle, const Settings& settings) {
  EngineConfig config{.goal = Goal::all};
  config.options = Options(smart_engine().options);
  for (const auto& [name, text] : settings) config.options.set(name, text);
  const auto engine = smart_engine().make(puzzle, config);
  CollectingSink sink;
  REQUIRE(run_to_end(*engine, sink) == Advance::exhausted);
  const SymmetryGroup group(puzzle);
  SmartFound found{{}, engine->progress().nodes};
  for (const Solution& board : sink.boards) {
    CHECK(verify(puzzle, board).solves());
    found.keys.insert(group.key(board));
  }
  return found;
}

constexpr std::array<const char*, 4> layers = {"capi", "boco", "diag", "supply"};

std::string layer_text(unsigned chosen) {
  std::string text;
  for (unsigned i = 0; i < layers.size(); ++i)
    if (chosen >> i & 1) text += (text.empty() ? "" : ",") + std::string(layers[i]);
  return text.empty() ? "none" : text;
}

std::multiset<SolutionKey> keys_of(const Boards& boards) {
  std::multiset<SolutionKey> keys;
  for (const auto& [key, board] : boards) keys.insert(key);
  return keys;
}

/// Random puzzles that the oracle can answer.
template <class Visit>
void for_each_small_puzzle(std::uint64_t seeds, const EdgeRecipe& recipe, Visit visit) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, recipe);
    const auto boards = try_all_boards(puzzle, 100'000);
    if (!boards) continue;
    CAPTURE(describe(puzzle));
    visit(puzzle, keys_of(*boards));
  }
}

}  // namespace

TEST_CASE("smart: every combination of layers finds what the oracle finds") {
  int solvable = 0;
  for_each_small_puzzle(80, {.max_cells = 8}, [&](const Puzzle& puzzle, const std::multiset<SolutionKey>& expected) {
    solvable += !expected.empty();
    for (unsigned chosen = 0; chosen < 16; ++chosen) {
      CAPTURE(layer_text(chosen));
      for (const char* cells : {"rowscan", "pessimistic"})
        CHECK(smart_search(puzzle, {{"propagate", layer_text(chosen)}, {"cells", cells}}).keys == expected);
    }
  });
  CHECK(solvable > 25);
}

TEST_CASE("smart: every choice of cells and values finds what the oracle finds") {
  const OptionTable table = smart_engine().options;
  for_each_small_puzzle(40, {.max_cells = 6}, [&](const Puzzle& puzzle, const std::multiset<SolutionKey>& expected) {
    for (const std::string& cells : table[1].choices)
      for (const std::string& choice : table[2].choices) {
        CAPTURE(cells);
        CAPTURE(choice);
        CHECK(smart_search(puzzle, {{"cells", cells}, {"choice", choice}}).keys == expected);
      }
  });
}

TEST_CASE("smart: on a fixed path a layer more never costs a node, and without any the tree is scan's") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng, {.max_cells = 12});
    CAPTURE(describe(puzzle));
    const auto scan = make_engine(scan_engine(), puzzle);
    CollectingSink sink;
    if (scan->advance({2'000}, sink) == Advance::running) continue;
    std::array<std::uint64_t, 16> nodes{};
    for (unsigned chosen = 0; chosen < 16; ++chosen) {
      nodes[chosen] = smart_search(puzzle, {{"propagate", layer_text(chosen)}, {"cells", "rowscan"}}).nodes;
      for (unsigned i = 0; i < 4; ++i)
        if (chosen >> i & 1) CHECK(nodes[chosen] <= nodes[chosen ^ (1u << i)]);
    }
    CHECK(nodes[0] == scan->progress().nodes);
  }
}

TEST_CASE("smart: corollas of any radius and depth lose no solution and cost no node") {
  std::uint64_t with = 0, without = 0;
  for_each_small_puzzle(60, {.max_cells = 9}, [&](const Puzzle& puzzle, const std::multiset<SolutionKey>& expected) {
    for (const char* layers_on : {"none", "capi,boco"}) {
      const Settings plain = {{"propagate", layers_on}, {"cells", "rowscan"}};
      const SmartFound reference = smart_search(puzzle, plain);
      for (const auto& [radius, depth] : {std::pair("1", "0"), {"1", "99"}, {"2", "99"}, {"3", "2"}}) {
        Settings settings = plain;
        settings.insert(settings.end(), {{"corollas-radius", radius}, {"corollas-depth", depth}});
        const SmartFound found = smart_search(puzzle, settings);
        CHECK(found.keys == expected);
        CHECK(found.nodes <= reference.nodes);
        with += found.nodes;
        without += reference.nodes;
      }
    }
  });
  CHECK(with < without);
}

TEST_CASE("smart: a file of corollas gives what growing them gives") {
  const TemporaryFolder folder;
  const Puzzle puzzle = load_puzzle("owen-4x4");
  edge::corollas::build_corollas(puzzle, folder.file("c"), {.radius = 2, .count_limit = 1000}, {},
                                 [](const edge::corollas::BuildProgress&) {});
  const SmartFound grown = smart_search(puzzle, {{"corollas-radius", "2"}});
  const SmartFound read = smart_search(puzzle, {{"corollas", folder.file("c")}});
  CHECK(read.keys == grown.keys);
  CHECK(read.nodes == grown.nodes);
  CHECK(smart_search(puzzle, {{"corollas", folder.file("c")}, {"cells", "fewest-corollas"}}).keys == grown.keys);
  CHECK_THROWS_AS(smart_search(puzzle, {{"corollas", folder.file("c")}, {"corollas-radius", "1"}}), UsageError);
  CHECK_THROWS_AS(smart_search(load_puzzle("owen-3x3"), {{"corollas", folder.file("c")}}), InputError);
}

TEST_CASE("smart: known counts") {
  const std::vector<std::pair<const char*, std::size_t>> known = {
      {"owen-3x3", 16}, {"owen-4x4", 36}, {"owen-5x5", 16}, {"girafe", 12}};
  for (const auto& [name, solutions] : known) {
    CAPTURE(name);
    CHECK(smart_search(load_puzzle(name), {}).keys.size() == solutions);
  }
}

TEST_CASE("smart: refuses layers it does not know") {
  const Puzzle puzzle = load_puzzle("owen-3x3");
  for (const char* text : {"", "capy", "capi,", "capi boco", "none,capi"})
    CHECK_THROWS_AS(smart_search(puzzle, {{"propagate", text}}), UsageError);
}

}  // namespace tesselle::testing
