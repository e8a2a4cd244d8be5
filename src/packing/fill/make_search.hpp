#pragma once

#include <memory>

#include "engine/tree_search.hpp"
#include "packing/fill/fill_space.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing {

/// The searches that exist, by the number of state words; there is one list per instruction set, each compiled apart.
/// Every entry takes more than a second to compile, so older machines get fewer: the states are then wider than needed.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int avx512_fill_words[] = {2, 32}, avx2_fill_words[] = {2, 32}, scalar_fill_words[] = {32};
#else
inline constexpr int avx512_fill_words[] = {1, 2, 4, 32}, avx2_fill_words[] = {2, 32}, scalar_fill_words[] = {32};
#endif
constexpr int max_fill_words = 32;

/// The narrowest search that the state fits in.
template <class Kernel, const auto& word_counts, std::size_t I = 0>
std::unique_ptr<Engine> narrowest_fill_search(FillProblem&& problem) {
  static_assert(word_counts[std::size(word_counts) - 1] == max_fill_words);
  constexpr int words = word_counts[I];
  if (problem.state_bits() <= words * 64)
    return std::make_unique<TreeSearch<FillSpace<Kernel, words>>>(std::move(problem));
  if constexpr (I + 1 < std::size(word_counts))
    return narrowest_fill_search<Kernel, word_counts, I + 1>(std::move(problem));
  else
    throw InternalError("no fill search for this many cells");
}

std::unique_ptr<Engine> make_scalar_fill(FillProblem problem);
std::unique_ptr<Engine> make_avx2_fill(FillProblem problem);
std::unique_ptr<Engine> make_avx512_fill(FillProblem problem);

}  // namespace tesselle::packing
