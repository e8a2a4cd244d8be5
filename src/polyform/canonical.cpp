#include "polyform/canonical.hpp"

#include <algorithm>
#include <limits>

namespace tesselle::polyform {

Canonical::Canonical(const UnitTable& table, Sameness sameness) : table_(table) {
  if (sameness == Sameness::fixed) return;
  for (int g = 1; g < table.lattice().symmetry_count(); ++g)
    if (sameness == Sameness::free || !table.lattice().reflects(g)) symmetries_.push_back(g);
}

/// Units as numbers, so that shapes compare as lists of numbers: 6 bits per coordinate, 5 for the kind.
void Canonical::encode(int symmetry, const Shape& shape, Codes& codes) const {
  codes.clear();
  std::int16_t x = std::numeric_limits<std::int16_t>::max(), y = x, z = x;
  Unit images[2 * largest_size];
  for (std::size_t i = 0; i < shape.size(); ++i) {
    images[i] = table_.apply(symmetry, shape[i]);
    x = std::min(x, images[i].x), y = std::min(y, images[i].y), z = std::min(z, images[i].z);
  }
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const Unit& unit = images[i];
    const auto block = static_cast<std::uint32_t>(((unit.z - z) * 64 + (unit.y - y)) * 64 + (unit.x - x));
    const std::uint32_t code = block * 32 + unit.kind;
    auto at = codes.size();
    codes.push_back(code);
    for (; at > 0 && codes[at - 1] > code; --at) codes[at] = codes[at - 1];
    codes[at] = code;
  }
}

bool Canonical::is_smallest(const Shape& shape) {
  if (symmetries_.empty()) return true;
  encode(0, shape, own_);
  return std::none_of(symmetries_.begin(), symmetries_.end(), [&](int g) {
    encode(g, shape, image_);
    return image_ < own_;
  });
}

bool Canonical::is_asymmetric(const Shape& shape) {
  encode(0, shape, own_);
  for (int g = 1; g < table_.lattice().symmetry_count(); ++g) {
    encode(g, shape, image_);
    if (image_ == own_) return false;
  }
  return true;
}

}  // namespace tesselle::polyform
