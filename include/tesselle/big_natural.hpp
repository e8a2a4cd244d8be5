#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesselle {

/// A natural number of any size: what counts become when they outgrow 64 bits.
class BigNatural {
 public:
  BigNatural() = default;
  explicit BigNatural(std::uint64_t value) : BigNatural(std::span(&value, 1)) {}
  /// Limbs of 64 bits, the lowest first.
  explicit BigNatural(std::span<const std::uint64_t> limbs);

  /// The number if it fits 64 bits.
  std::optional<std::uint64_t> small() const;
  std::string decimal() const;

  BigNatural& operator+=(const BigNatural& other);
  /// Adds a·b, both given as limbs: dynamic programming keeps its numbers that way.
  void add_product(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);
  BigNatural times(std::uint64_t factor) const;
  /// Rounded down; the divisor must be less than 2^32 and not 0.
  BigNatural divided_by(std::uint32_t divisor) const;
  friend bool operator==(const BigNatural&, const BigNatural&) = default;

 private:
  void add_at(std::size_t limb, std::uint64_t value);

  std::vector<std::uint64_t> limbs_;  // no leading zeros; empty for zero
};

}  // namespace tesselle
