#include "tesselle/statistics.hpp"

#include <doctest/doctest.h>

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

}  // namespace tesselle
