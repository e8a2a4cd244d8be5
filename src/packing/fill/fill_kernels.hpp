#pragma once

#include <cstddef>
#include <cstdint>

namespace tesselle::packing {

/// What is taken: cells, and classes of which no copy is left.
template <int V>
struct FillState {
  std::uint64_t words[V] = {};
};

/// Lists of placements are padded with ones that never fit to a multiple of this.
constexpr std::size_t fill_padding = 8;

/// The inner loop of `fill`, once per instruction set: the positions, from `first` on, of the placements of a list that
/// need nothing that is taken. Word w of the placement at position i is `list[w * length + i]`. Returns how many;
/// writes up to `fill_padding` words past them.
struct ScalarFitting {
  template <int V>
  static std::uint32_t fitting(const std::uint64_t* list, std::size_t length, std::size_t first,
                               const FillState<V>& taken, std::uint32_t* positions);
};
struct Avx2Fitting {
  template <int V>
  static std::uint32_t fitting(const std::uint64_t* list, std::size_t length, std::size_t first,
                               const FillState<V>& taken, std::uint32_t* positions);
};
struct Avx512Fitting {
  template <int V>
  static std::uint32_t fitting(const std::uint64_t* list, std::size_t length, std::size_t first,
                               const FillState<V>& taken, std::uint32_t* positions);
};

}  // namespace tesselle::packing
