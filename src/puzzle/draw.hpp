#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.hpp"

namespace tesselle {

/// Uniform in low..high, both included.
inline int between(Rng& rng, int low, int high) {
  return low + static_cast<int>(rng.below(static_cast<std::uint32_t>(high - low + 1)));
}
/// True once in `n` times.
inline bool one_in(Rng& rng, std::uint32_t n) { return rng.below(n) == 0; }

template <class T>
const T& pick(Rng& rng, const std::vector<T>& items) {
  return items[rng.below(static_cast<std::uint32_t>(items.size()))];
}

}  // namespace tesselle
