#include "packing/cover/cover.hpp"

#include <doctest/doctest.h>

#include "base/errors.hpp"
#include "engine_checks.hpp"

using namespace tesselle;
using namespace tesselle::testing;

TEST_CASE("cover finds exactly the oracle's boards on random puzzles of every lattice") {
  check_on_random_puzzles(cover_engine(), 1, 60);
}
