#include "tesselle/statistics.hpp"

#include <doctest/doctest.h>

#include "engine/board_counts.hpp"

namespace tesselle {

TEST_CASE("the numbers of several threads become one, each in its own way") {
  Statistics ours, theirs;
  ours.values = {{"restarts", "", Merge::sum, 2}, {"deepest", "", Merge::max, 40}};
  ours.nodes_per_depth = {1, 2};
  theirs.values = {
      {"deepest", "", Merge::max, 30}, {"restarts", "", Merge::sum, 5}, {"table", "bytes", Merge::max, 64}};
  theirs.nodes_per_depth = {10, 20, 30};
  ours.merge(theirs);
  REQUIRE(ours.values.size() == 3);
  CHECK(ours.values[0].value == 7);
  CHECK(ours.values[1].value == 40);
  CHECK(ours.values[2].name == "table");
  CHECK(ours.values[2].value == 64);
  CHECK(ours.nodes_per_depth == std::vector<std::uint64_t>{11, 22, 30});

  theirs.merge(Statistics{});
  CHECK(theirs.nodes_per_depth == std::vector<std::uint64_t>{10, 20, 30});
}

TEST_CASE("board counts: what optimisers found by score, and when the next point is to be expected") {
  Statistics statistics;
  statistics.values = {{"rounds", "", Merge::sum, 5}, board_count(16, 10), board_count(17, 100), board_count(18, 900)};
  const auto boards = board_counts(statistics);
  CHECK(boards == std::map<int, std::uint64_t>{{16, 10}, {17, 100}, {18, 900}});
  const std::string text = outlook_text(boards, 480, 360);
  CHECK(text.starts_with("464: 10 (100 per hour), 463: 100 ("));
  // A tenth of the boards has a point more: one of 465 comes with every ten of 464.
  CHECK(outlook_text(boards, 480, 36).ends_with("; at this rate a board of 465 comes every 36.0 s"));
  CHECK(outlook_text({{16, 1}}, 480, 1800) == "464: 1 (2 per hour)");
  CHECK(outlook_text({}, 480, 1800).empty());
}

TEST_CASE("board counts: one or two of the best boards are luck, the scores below tell the share") {
  CHECK(outlook_text({{15, 1}, {16, 10}, {17, 100}}, 480, 5).ends_with("a board of 466 comes every 50.0 s"));
  // Half as many with each point would be 25 boards of 464, but there is one.
  CHECK(outlook_text({{16, 1}, {17, 50}, {18, 100}}, 480, 10).ends_with("a board of 465 comes every 20.0 s"));
}

}  // namespace tesselle
