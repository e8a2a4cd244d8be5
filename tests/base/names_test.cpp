#include "base/names.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace tesselle;

TEST_CASE("numbers in names are ordered by value") {
  std::vector<std::string> names = {"owen-10x10", "owen-9x9", "box-10x3", "box-2x10", "box-2x3",
                                    "box",        "2",        "10",       "01"};
  std::sort(names.begin(), names.end(), natural_less);
  CHECK(names ==
        std::vector<std::string>{"01", "2", "10", "box", "box-2x3", "box-2x10", "box-10x3", "owen-9x9", "owen-10x10"});
  CHECK(natural_less("01", "1"));
  CHECK_FALSE(natural_less("1", "01"));
  CHECK_FALSE(natural_less("a1", "a1"));
}

TEST_CASE("near names: the nearest first, whatever the case, none that is far") {
  const std::vector<std::string> names = {"solve", "count", "show", "optimise", "HM"};
  CHECK(near_names("slove", names) == std::vector<std::string>{"solve"});
  CHECK(near_names("SOLVE", names) == std::vector<std::string>{"solve"});
  CHECK(near_names("hm", names) == std::vector<std::string>{"HM"});
  CHECK(near_names("opt", names) == std::vector<std::string>{"optimise"});
  CHECK(near_names("qqqq", names).empty());
  CHECK(did_you_mean("slove", names) == "; did you mean 'solve'?");
  CHECK(did_you_mean("qqqq", names).empty());
}
