#include "run/time_left.hpp"

#include <doctest/doctest.h>

namespace tesselle {

TEST_CASE("a fraction that grows steadily tells the time that is left") {
  TimeLeft left;
  std::optional<double> seconds;
  for (int i = 1; i <= 40; ++i) seconds = left.after(0.25 * i, 0.01 * i);
  REQUIRE(seconds);
  CHECK(*seconds == doctest::Approx(15).epsilon(0.05));
}

TEST_CASE("a fraction that stands still, or has only jumped, tells nothing") {
  TimeLeft still, jumped;
  for (int i = 1; i <= 400; ++i) {
    CHECK(!still.after(0.25 * i, 0.003));
    const auto seconds = jumped.after(0.25 * i, i < 50 ? 0.0 : 0.2);
    if (i > 110) CHECK(!seconds);
  }
}

TEST_CASE("long runs keep few samples and still tell the time left") {
  TimeLeft left;
  std::optional<double> seconds;
  for (int i = 1; i <= 100'000; ++i) seconds = left.after(0.25 * i, 1e-6 * i);
  REQUIRE(seconds);
  CHECK(*seconds == doctest::Approx(225'000).epsilon(0.05));
}

}  // namespace tesselle
