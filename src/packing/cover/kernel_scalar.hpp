#pragma once

#include "packing/cover/kernels.hpp"

namespace tesselle::packing {

template <int W>
bool ScalarKernel::filter(Columns<const std::uint64_t> from, Columns<std::uint64_t> to, Segment* segments,
                          std::size_t segment_count, const CellMask<W>& chosen) {
  std::uint32_t out = 0;
  for (std::size_t s = 0; s < segment_count; ++s) {
    Segment& segment = segments[s];
    const std::uint32_t start = out, end = segment.begin + segment.count;
    for (std::uint32_t i = segment.begin; i < end; ++i) {
      std::uint64_t overlap = 0;
      for (std::size_t w = 0; w < W; ++w) {
        const std::uint64_t word = from.column(w)[i];
        to.column(w)[out] = word;
        overlap |= word & chosen[w];
      }
      out += overlap == 0;
    }
    segment.begin = start;
    segment.count = out - start;
    if (static_cast<std::int32_t>(segment.count) < segment.need) return false;
  }
  return true;
}

template <int W>
void ScalarKernel::count(Columns<const std::uint64_t> level, std::size_t count, CoverCounts<W>& counts) {
  for (std::size_t w = 0; w < W; ++w) {
    std::uint64_t one = 0, two = 0, three = 0, four = 0;
    const std::uint64_t* column = level.column(w);
    for (std::size_t i = 0; i < count; ++i) {
      four |= three & column[i];
      three |= two & column[i];
      two |= one & column[i];
      one |= column[i];
    }
    counts.at_least[0][w] = one;
    counts.at_least[1][w] = two;
    counts.at_least[2][w] = three;
    counts.at_least[3][w] = four;
  }
}

inline std::uint32_t ScalarKernel::gather(const std::uint64_t* column, std::size_t count, std::uint64_t bit,
                                          std::uint32_t* positions) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < count; ++i) {
    positions[out] = static_cast<std::uint32_t>(i);
    out += (column[i] & bit) != 0;
  }
  return out;
}

}  // namespace tesselle::packing
