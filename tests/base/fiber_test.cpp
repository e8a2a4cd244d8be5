#include "base/fiber.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace tesselle;

TEST_CASE("a fiber stops in the middle and goes on where it was") {
  std::vector<int> seen;
  Fiber fiber([&] {
    for (int i = 0; i < 3; ++i) {
      seen.push_back(i);
      fiber.suspend();
    }
  });
  for (int turn = 1; turn <= 3; ++turn) {
    fiber.resume();
    CHECK(seen.size() == static_cast<std::size_t>(turn));
    CHECK_FALSE(fiber.ended());
  }
  fiber.resume();
  CHECK(fiber.ended());
}

TEST_CASE("two fibers take turns, and another thread may go on with one") {
  std::string text;
  Fiber first([&] { text += "a", first.suspend(), text += "c"; });
  Fiber second([&] { text += "b", second.suspend(), text += "d"; });
  first.resume();
  second.resume();
  std::thread([&] { first.resume(); }).join();
  second.resume();
  CHECK(text == "abcd");
  CHECK((first.ended() && second.ended()));
}

TEST_CASE("what a fiber throws comes out of resume") {
  Fiber fiber([&] {
    fiber.suspend();
    throw std::runtime_error("inside");
  });
  fiber.resume();
  CHECK_THROWS_WITH_AS(fiber.resume(), "inside", std::runtime_error);
  CHECK(fiber.ended());
}

TEST_CASE("a fiber that never begins does no harm") {
  Fiber fiber([] { FAIL("nobody asked"); });
  CHECK_FALSE(fiber.ended());
}
