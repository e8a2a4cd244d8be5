#include "packing/cover/kernel_avx2.hpp"
#include "packing/cover/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_avx2_cover(int words, CoverProblem problem) {
  return narrowest_cover_search<Avx2Kernel>(words, std::move(problem));
}

}  // namespace tesselle::packing
