#include "packing/fill/fitting_avx2.hpp"
#include "packing/fill/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_avx2_fill(FillProblem problem) {
  return narrowest_fill_search<Avx2Fitting, avx2_fill_words>(std::move(problem));
}

}  // namespace tesselle::packing
