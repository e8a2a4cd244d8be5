#include "packing/cover/kernel_scalar.hpp"
#include "packing/cover/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_scalar_cover(int words, CoverProblem problem) {
  return narrowest_cover_search<ScalarKernel, scalar_cover_words>(words, std::move(problem));
}

}  // namespace tesselle::packing
