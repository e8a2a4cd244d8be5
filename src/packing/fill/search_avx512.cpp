#include "packing/fill/fitting_avx512.hpp"
#include "packing/fill/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_avx512_fill(FillProblem problem) {
  return narrowest_fill_search<Avx512Fitting, avx512_fill_words>(std::move(problem));
}

}  // namespace tesselle::packing
