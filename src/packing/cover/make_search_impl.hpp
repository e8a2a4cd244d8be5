#pragma once

#include "base/errors.hpp"
#include "engine/tree_search.hpp"
#include "packing/cover/make_search.hpp"

namespace tesselle::packing {

/// The narrowest search that the masks fit in.
template <class Kernel, std::size_t I = 0>
std::unique_ptr<Engine> narrowest_cover_search(int words, CoverProblem problem) {
  constexpr int candidate = cover_word_counts[I];
  if (words <= candidate)
    return std::make_unique<TreeSearch<MaskSpace<Kernel, candidate>>>(
        MaskSpace<Kernel, candidate>(std::move(problem)));
  if constexpr (I + 1 < std::size(cover_word_counts))
    return narrowest_cover_search<Kernel, I + 1>(words, std::move(problem));
  else
    throw InternalError("no cover search for so many cells");
}

template <class Kernel>
std::unique_ptr<Engine> make_cover_search(int words, CoverProblem problem) {
  return narrowest_cover_search<Kernel>(words, std::move(problem));
}

}  // namespace tesselle::packing
