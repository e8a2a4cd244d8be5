#include "engine/probes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "engine/dives.hpp"
#include "engine/null_sink.hpp"
#include "puzzle/symmetry.hpp"
#include "run/registry.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

namespace {

std::unique_ptr<Engine> engine_of(const Puzzle& puzzle, const std::string& name, SearchSymmetry symmetry) {
  const EngineInfo& info = engine_named(name, puzzle.family());
  return info.make(puzzle, {.goal = info.serves(Goal::count) ? Goal::count : info.goals.front(),
                            .symmetry = symmetry,
                            .options = Options(info.options)});
}

constexpr auto whole = SearchSymmetry::whole;
const auto one = [](const Solution&) -> std::uint64_t { return 1; };

std::vector<std::uint64_t> real_profile(const Puzzle& puzzle, const std::string& name) {
  NullSink sink;
  const auto engine = engine_of(puzzle, name, whole);
  while (engine->advance({1'000'000}, sink) == Advance::running) {
  }
  return engine->statistics().nodes_per_depth;
}

}  // namespace

TEST_CASE("more probes than nodes: the tree itself, exactly") {
  for (const auto& [name, engine] :
       {std::pair{"trinity", "tile"}, std::pair{"soma", "dlx"}, std::pair{"girafe", "backtrack"}}) {
    const Puzzle puzzle = load_puzzle(name);
    const auto made = engine_of(puzzle, engine, whole);
    const ProbedTree tree = probe_tree(*made, {.probes = 2'000'000, .groups = 1}, one);
    const auto real = real_profile(puzzle, engine);
    CAPTURE(name);
    CHECK(tree.whole);
    REQUIRE(tree.nodes_per_depth.size() <= real.size());
    for (std::size_t d = 0; d < real.size(); ++d)
      CHECK((d < tree.nodes_per_depth.size() ? tree.nodes_per_depth[d] : 0) == real[d]);
    CHECK(tree.nodes == std::accumulate(real.begin(), real.end(), 0.0));
  }
}

TEST_CASE("probes agree with the true tree of the 6x10 pentominoes, whatever the engine, symmetric or not") {
  const Puzzle puzzle = load_puzzle("pentominoes-6x10");
  const SymmetryGroup group(puzzle);
  struct Case {
    const char* engine;
    SearchSymmetry symmetry;
    double nodes;
  };
  for (const Case& c : {Case{"cover", SearchSymmetry::reduced, 896'620}, Case{"fill", whole, 25'848'915}}) {
    const auto engine = engine_of(puzzle, c.engine, c.symmetry);
    const auto copies = [&](const Solution& s) -> std::uint64_t {
      return c.symmetry == whole ? 1 : group.orbit_size(s);
    };
    const ProbedTree tree = probe_tree(*engine, {.probes = 8'000, .seed = 3}, copies);
    CAPTURE(c.engine);
    CHECK(std::abs(tree.nodes - c.nodes) < 3 * tree.nodes_error);
    CHECK(tree.nodes_error < 0.2 * c.nodes);
    CHECK(std::abs(tree.solutions - 9356) < 3 * tree.solutions_error);
    CHECK(tree.solutions_seen > 0);
    CHECK(!tree.whole);
  }
}

TEST_CASE("the same seed, the same numbers; a stop ends the work") {
  const Puzzle puzzle = load_puzzle("pentominoes-5x12");
  const auto first = engine_of(puzzle, "cover", whole), second = engine_of(puzzle, "cover", whole);
  const TreeProbes probes{.probes = 200, .seed = 7};
  CHECK(probe_tree(*first, probes, one).nodes_per_depth == probe_tree(*second, probes, one).nodes_per_depth);
  std::stop_source stop;
  const Puzzle soma = load_puzzle("soma");
  const auto third = engine_of(soma, "dlx", whole);
  const auto stop_at_solution = [&](const Solution&) -> std::uint64_t { return stop.request_stop(), 1; };
  CHECK(!probe_tree(*third, {.probes = 2'000, .groups = 1}, stop_at_solution, stop.get_token()).complete);
  CHECK(stop.stop_requested());
  CHECK(!probe_tree(*first, probes, one, stop.get_token()).complete);
  CHECK(!dive(*second, {}, stop.get_token()).complete);
}

TEST_CASE("engines without a tree are refused") {
  const Puzzle puzzle = load_puzzle("girafe");
  const auto greedy = engine_of(puzzle, "greedy", whole);
  CHECK_THROWS_AS(probe_tree(*greedy, {}, one), UsageError);
  CHECK_THROWS_AS(dive(*greedy, {}), UsageError);
}

TEST_CASE("dives: one sample per depth and dive, the root is what it is") {
  const Puzzle puzzle = load_puzzle("tortoise");
  const auto engine = engine_of(puzzle, "tile", whole);
  const BranchingCurve curve = dive(*engine, {.dives = 5, .nodes_per_dive = 200, .seed = 2});
  CHECK(curve.complete);
  REQUIRE(curve.samples.size() > 10);
  for (std::size_t d = 0; d < curve.samples.size(); ++d) {
    CHECK(curve.samples[d] <= 5);
    CHECK(curve.dead[d] <= curve.samples[d]);
    CHECK((d == 0 || curve.samples[d] <= curve.samples[d - 1]));
  }
  CHECK(curve.samples[0] == 5);
  const auto again = engine_of(puzzle, "tile", whole);
  CHECK(curve.children[0] == probe_tree(*again, {.probes = 1, .groups = 1}, one).nodes_per_depth[0]);
}
