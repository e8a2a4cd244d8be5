#include "packing/fill/fitting_scalar.hpp"
#include "packing/fill/make_search.hpp"

namespace tesselle::packing {

std::unique_ptr<Engine> make_scalar_fill(FillProblem problem) {
  return narrowest_fill_search<ScalarFitting, scalar_fill_words>(std::move(problem));
}

}  // namespace tesselle::packing
