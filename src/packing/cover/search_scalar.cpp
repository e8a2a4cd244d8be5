#include "packing/cover/kernel_scalar.hpp"
#include "packing/cover/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_scalar_cover(int words, CoverProblem problem) {
  return narrowest_cover_search<ScalarKernel>(words, std::move(problem));
}

}  // namespace tesselle::packing
