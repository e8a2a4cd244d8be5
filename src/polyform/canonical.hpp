#pragma once

#include <cstdint>
#include <vector>

#include "polyform/forms.hpp"
#include "polyform/units.hpp"

namespace tesselle::polyform {

/// Tells which of a shape's symmetric copies stands for all of them. Not thread-safe: keeps its scratch space.
class Canonical {
 public:
  Canonical(const UnitTable& table, Sameness sameness);

  /// Is no image of the shape smaller than the shape itself, each moved to the origin?
  bool is_smallest(const Shape& shape);
  /// Is the shape different from all its images under the lattice's symmetries, reflections included?
  bool is_asymmetric(const Shape& shape);

 private:
  using Codes = std::vector<std::uint32_t>;
  void encode(int symmetry, const Shape& shape, Codes& codes) const;

  const UnitTable& table_;
  std::vector<int> symmetries_;  ///< that make shapes the same, without the identity
  Codes own_, image_;
};

}  // namespace tesselle::polyform
