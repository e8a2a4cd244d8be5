#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "packing/cover/mask_space.hpp"

namespace tesselle::packing {

/// The searches that exist: one per instruction set and number of mask words, compiled apart.
constexpr int cover_word_counts[] = {1, 2, 3, 4, 6, 8, 12, 16};
constexpr int most_cover_words = 16;

template <class Kernel>
std::unique_ptr<Engine> make_cover_search(int words, CoverProblem problem);
extern template std::unique_ptr<Engine> make_cover_search<ScalarKernel>(int words, CoverProblem problem);
extern template std::unique_ptr<Engine> make_cover_search<Avx2Kernel>(int words, CoverProblem problem);
extern template std::unique_ptr<Engine> make_cover_search<Avx512Kernel>(int words, CoverProblem problem);

}  // namespace tesselle::packing
