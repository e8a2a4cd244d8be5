#pragma once

#include "packing/fill/fill_kernels.hpp"

namespace tesselle::packing {

template <int V>
std::uint32_t ScalarFitting::fitting(const std::uint64_t* list, std::size_t length, std::size_t first,
                                     const FillState<V>& taken, std::uint32_t* positions) {
  std::uint32_t out = 0;
  for (std::size_t i = first; i < length; ++i) {
    std::uint64_t overlap = 0;
    for (std::size_t w = 0; w < V; ++w) overlap |= list[w * length + i] & taken.words[w];
    positions[out] = static_cast<std::uint32_t>(i);
    out += overlap == 0;
  }
  return out;
}

}  // namespace tesselle::packing
