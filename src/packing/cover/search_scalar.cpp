#include "packing/cover/kernel_scalar.hpp"
#include "packing/cover/make_search_impl.hpp"

namespace tesselle::packing {

template std::unique_ptr<Engine> make_cover_search<ScalarKernel>(int words, CoverProblem problem);

}  // namespace tesselle::packing
