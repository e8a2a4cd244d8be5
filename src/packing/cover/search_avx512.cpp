#include "packing/cover/kernel_avx512.hpp"
#include "packing/cover/make_search_impl.hpp"

namespace tesselle::packing {

template std::unique_ptr<Engine> make_cover_search<Avx512Kernel>(int words, CoverProblem problem);

}  // namespace tesselle::packing
