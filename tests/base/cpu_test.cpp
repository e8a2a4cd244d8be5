#include "base/cpu.hpp"

#include <doctest/doctest.h>

namespace tesselle {

TEST_CASE("a machine supports its best instructions and all before them") {
  CHECK(supports(Instructions::scalar));
  CHECK(supports(best_instructions()));
  CHECK((!supports(Instructions::avx512) || supports(Instructions::avx2)));
  CHECK(name_of(best_instructions()) != "");
}

}  // namespace tesselle
