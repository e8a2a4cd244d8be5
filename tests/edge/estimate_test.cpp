#include "edge/estimate/estimate.hpp"

#include <doctest/doctest.h>

#include "edge/scan/scan.hpp"
#include "support/collect.hpp"
#include "support/random_puzzles.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::testing {

TEST_CASE("estimate: probes come within a fifth of Owen's 6x6") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  const edge::Path path = edge::rowscan(puzzle.edge());
  for (const std::uint64_t seed : {1, 2, 3}) {
    const edge::TreeEstimate found = edge::probe_tree(puzzle.edge(), path, {.probes = 10'000, .seed = seed});
    CHECK(found.nodes == doctest::Approx(69'284'103).epsilon(0.2));
    CHECK(found.nodes_error < 0.1 * found.nodes);
  }
  const edge::TreeEstimate model = edge::model_tree(puzzle.edge(), path);
  CHECK(model.nodes > 69'284'103 / 5.0);
  CHECK(model.nodes < 69'284'103 * 5.0);
}

TEST_CASE("estimate: groups of probes that came to a full board are counted") {
  const Puzzle large = load_puzzle("owen-10x10"), small = load_puzzle("owen-3x3");
  const auto lost = edge::probe_tree(large.edge(), edge::rowscan(large.edge()), {.probes = 200, .seed = 1});
  CHECK(lost.groups == 20);
  CHECK(lost.groups_at_end == 0);
  CHECK(lost.solutions == 0);
  CHECK(lost.nodes > 0);
  const auto found = edge::probe_tree(small.edge(), edge::rowscan(small.edge()), {.probes = 10'000, .seed = 1});
  CHECK(found.groups_at_end == 20);
  CHECK(found.complete);
}

TEST_CASE("estimate: probes that are stopped say so") {
  const Puzzle puzzle = load_puzzle("owen-6x6");
  std::stop_source stopped;
  stopped.request_stop();
  const auto none =
      edge::probe_tree(puzzle.edge(), edge::rowscan(puzzle.edge()), {.probes = 200, .seed = 1}, stopped.get_token());
  CHECK_FALSE(none.complete);
  CHECK(none.groups == 0);
  CHECK(none.nodes == 0);
}

TEST_CASE("estimate: probes that need not choose see the very tree that scan walks") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Rng rng(seed);
    const Puzzle puzzle = random_edge_puzzle(rng);
    const auto scan = make_engine(scan_engine(), puzzle);
    CollectingSink sink;
    if (scan->advance({1'000}, sink) == Advance::running) continue;
    CAPTURE(describe(puzzle));
    const auto found = edge::probe_tree(puzzle.edge(), edge::rowscan(puzzle.edge()), {.probes = 40'000, .seed = seed});
    CHECK(found.nodes == doctest::Approx(static_cast<double>(scan->progress().nodes)));
    CHECK(found.solutions == doctest::Approx(static_cast<double>(sink.boards.size())));
  }
}

}  // namespace tesselle::testing
