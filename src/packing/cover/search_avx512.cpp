#include "packing/cover/kernel_avx512.hpp"
#include "packing/cover/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_avx512_cover(int words, CoverProblem problem) {
  return narrowest_cover_search<Avx512Kernel, avx512_cover_words>(words, std::move(problem));
}

}  // namespace tesselle::packing
