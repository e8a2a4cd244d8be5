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

TEST_CASE("large round numbers are shown as they can be typed") {
  CHECK(as_typed("64000") == "64k");
  CHECK(as_typed("1000000") == "1M");
  CHECK(as_typed("2500000") == "2500k");
  CHECK(as_typed("1000000000000") == "1000G");
  for (const char* text : {"", "0", "8000", "12345", "00000", "auto", "-10000", "10000s", "0.5"})
    CHECK(as_typed(text) == text);
  for (const char* text : {"10000", "64000", "50000000", "3000000000"})
    CHECK(parse_count(as_typed(text)) == parse_count(text));
}

}  // namespace tesselle
