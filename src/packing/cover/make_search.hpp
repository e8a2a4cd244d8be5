#pragma once

#include <iterator>
#include <memory>

#include "base/errors.hpp"
#include "engine/tree_search.hpp"
#include "packing/cover/mask_space.hpp"

namespace tesselle::packing {

/// The searches that exist: one per instruction set and number of mask words, compiled apart.
#ifdef __SANITIZE_ADDRESS__
constexpr int cover_word_counts[] = {2, 16};  // instrumented, each takes long to compile
#else
constexpr int cover_word_counts[] = {1, 2, 3, 4, 6, 8, 12, 16};
#endif
static_assert(cover_word_counts[std::size(cover_word_counts) - 1] == max_cover_words);

/// The narrowest search that the masks fit in.
template <class Kernel, std::size_t I = 0>
std::unique_ptr<Engine> narrowest_cover_search(int words, CoverProblem problem) {
  constexpr int candidate = cover_word_counts[I];
  if (words <= candidate)
    return std::make_unique<TreeSearch<MaskSpace<Kernel, candidate>>>(MaskSpace<Kernel, candidate>(std::move(problem)));
  if constexpr (I + 1 < std::size(cover_word_counts))
    return narrowest_cover_search<Kernel, I + 1>(words, std::move(problem));
  else
    throw InternalError("no cover search for so many cells");
}

std::unique_ptr<Engine> make_scalar_cover(int words, CoverProblem problem);
std::unique_ptr<Engine> make_avx2_cover(int words, CoverProblem problem);
std::unique_ptr<Engine> make_avx512_cover(int words, CoverProblem problem);

}  // namespace tesselle::packing
