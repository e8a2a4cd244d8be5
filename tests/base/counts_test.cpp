#include "base/counts.hpp"

#include <doctest/doctest.h>

namespace tesselle {

TEST_CASE("counts are read as people write them") {
  CHECK(parse_count("0") == 0);
  CHECK(parse_count("1000") == 1000);
  CHECK(parse_count("10k") == 10'000);
  CHECK(parse_count("1.5M") == 1'500'000);
  CHECK(parse_count("1e6") == 1'000'000);
  CHECK(parse_count("2.25e2") == 225);
  CHECK(parse_count("3G") == 3'000'000'000);
  CHECK(parse_count("18446744073709551615") == 18446744073709551615u);
}

TEST_CASE("what is not a whole number is not a count") {
  for (const char* text : {"", "-1", "+1", "k", "1.5", "1.", "1.2345k", "1e", "1e-3", "1e99", "1kk", "1 k", "ten",
                           "0x10", "18446744073709551616", "1e20", "1.2.3M"})
    CHECK_MESSAGE(!parse_count(text), text);
}

}  // namespace tesselle
