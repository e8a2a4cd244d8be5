#pragma once

#include <memory>

#include "base/errors.hpp"
#include "engine/tree_search.hpp"
#include "packing/fill/fill_space.hpp"

namespace tesselle::packing {

/// The searches that exist: one per instruction set and number of state words, compiled apart.
#ifdef __SANITIZE_ADDRESS__
constexpr int fill_word_counts[] = {2, 32};  // instrumented, each takes long to compile
#else
constexpr int fill_word_counts[] = {1, 2, 3, 4, 8, 16, 32};
#endif
constexpr int max_fill_words = 32;

/// The narrowest search that the state fits in.
template <class Kernel, std::size_t I = 0>
std::unique_ptr<Engine> narrowest_fill_search(FillProblem problem) {
  constexpr int words = fill_word_counts[I];
  if (problem.state_bits() <= words * 64)
    return std::make_unique<TreeSearch<FillSpace<Kernel, words>>>(FillSpace<Kernel, words>(std::move(problem)));
  if constexpr (I + 1 < std::size(fill_word_counts))
    return narrowest_fill_search<Kernel, I + 1>(std::move(problem));
  else
    throw InternalError("no fill search for so many cells");
}

std::unique_ptr<Engine> make_scalar_fill(FillProblem problem);
std::unique_ptr<Engine> make_avx2_fill(FillProblem problem);
std::unique_ptr<Engine> make_avx512_fill(FillProblem problem);

}  // namespace tesselle::packing
