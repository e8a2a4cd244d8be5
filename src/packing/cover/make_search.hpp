#pragma once

#include <iterator>
#include <memory>

#include "engine/tree_search.hpp"
#include "packing/cover/mask_space.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing {

/// The searches that exist, by the number of mask words; there is one list per instruction set, each compiled apart.
/// Every entry takes about two seconds to compile, so older machines get fewer: the masks are then wider than needed.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int avx512_cover_words[] = {2, 16}, avx2_cover_words[] = {2, 16}, scalar_cover_words[] = {2, 16};
#else
inline constexpr int avx512_cover_words[] = {1, 2, 4, 16}, avx2_cover_words[] = {1, 2, 16}, scalar_cover_words[] = {16};
#endif

/// The narrowest search that the masks fit in.
template <class Kernel, const auto& word_counts, std::size_t I = 0>
std::unique_ptr<Engine> narrowest_cover_search(int words, CoverProblem&& problem) {
  static_assert(word_counts[std::size(word_counts) - 1] == max_cover_words);
  constexpr int candidate = word_counts[I];
  if (words <= candidate) return std::make_unique<TreeSearch<MaskSpace<Kernel, candidate>>>(std::move(problem));
  if constexpr (I + 1 < std::size(word_counts))
    return narrowest_cover_search<Kernel, word_counts, I + 1>(words, std::move(problem));
  else
    throw InternalError("no cover search for this many cells");
}

std::unique_ptr<Engine> make_scalar_cover(int words, CoverProblem problem);
std::unique_ptr<Engine> make_avx2_cover(int words, CoverProblem problem);
std::unique_ptr<Engine> make_avx512_cover(int words, CoverProblem problem);

}  // namespace tesselle::packing
