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
  friend bool operator==(const BigNatural&, const BigNatural&) = default;

 private:
  std::vector<std::uint64_t> limbs_;  // no leading zeros; empty for zero
};

}  // namespace tesselle
