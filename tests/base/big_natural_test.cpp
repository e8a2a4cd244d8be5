#include "tesselle/big_natural.hpp"

#include <doctest/doctest.h>

using namespace tesselle;

TEST_CASE("big naturals are written in decimal") {
  CHECK(BigNatural().decimal() == "0");
  CHECK(BigNatural(7).decimal() == "7");
  CHECK(BigNatural(1'000'000'000).decimal() == "1000000000");
  CHECK(BigNatural(~std::uint64_t{0}).decimal() == "18446744073709551615");
  const std::uint64_t two_to_128[] = {0, 0, 1, 0};
  CHECK(BigNatural(two_to_128).decimal() == "340282366920938463463374607431768211456");
  const std::uint64_t two_to_64[] = {0, 1};
  CHECK(BigNatural(two_to_64).decimal() == "18446744073709551616");
}

TEST_CASE("leading zeros do not matter; what fits 64 bits can be had") {
  const std::uint64_t padded[] = {5, 0, 0};
  CHECK(BigNatural(padded) == BigNatural(5));
  CHECK(BigNatural(padded).small() == 5);
  CHECK(BigNatural().small() == 0);
  const std::uint64_t large[] = {5, 1};
  CHECK_FALSE(BigNatural(large).small());
}

TEST_CASE("sums, products and quotients carry over limbs") {
  const std::uint64_t most = ~std::uint64_t{0};
  BigNatural square;
  square.add_product({&most, 1}, {&most, 1});
  CHECK(square.decimal() == "340282366920938463426481119284349108225");
  CHECK(square.divided_by(5).decimal() == "68056473384187692685296223856869821645");
  CHECK(square.times(0) == BigNatural());
  square += square;
  CHECK(square.decimal() == "680564733841876926852962238568698216450");
  BigNatural factorial(1);
  for (std::uint32_t n = 2; n <= 40; ++n) factorial = factorial.times(n);
  CHECK(factorial.decimal() == "815915283247897734345611269596115894272000000000");
  for (std::uint32_t n = 2; n <= 40; ++n) factorial = factorial.divided_by(n);
  CHECK(factorial == BigNatural(1));
}
