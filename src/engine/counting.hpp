#pragma once

#include <optional>

#include "tesselle/big_natural.hpp"

namespace tesselle {

/// Ability: counts without boards and beyond 64 bits.
class CountsExactly {
 public:
  virtual ~CountsExactly() = default;
  /// All solutions, symmetric ones included, once the engine is exhausted.
  virtual BigNatural solution_count() const = 0;
  /// The same up to symmetry, from engines that know it, if it fits.
  virtual std::optional<std::uint64_t> distinct_count() const { return std::nullopt; }
};

}  // namespace tesselle
