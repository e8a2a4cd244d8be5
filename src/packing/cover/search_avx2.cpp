#include "packing/cover/kernel_avx2.hpp"
#include "packing/cover/make_search_impl.hpp"

namespace tesselle::packing {

template std::unique_ptr<Engine> make_cover_search<Avx2Kernel>(int words, CoverProblem problem);

}  // namespace tesselle::packing
