#include "packing/cover/kernel_avx2.hpp"
#include "packing/cover/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_avx2_cover(int words, CoverProblem problem) {
  return narrowest_cover_search<Avx2Kernel, avx2_cover_words>(words, std::move(problem));
}

}  // namespace tesselle::packing
