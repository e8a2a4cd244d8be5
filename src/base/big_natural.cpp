#include "base/big_natural.hpp"

#include <algorithm>

namespace tesselle {
namespace {

constexpr std::uint64_t billion = 1'000'000'000;

/// Divides in place and returns the remainder; by halves, so that everything fits 64 bits.
std::uint64_t divide_by_billion(std::vector<std::uint64_t>& limbs) {
  std::uint64_t rest = 0;
  for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
    const std::uint64_t high = rest << 32 | *limb >> 32;
    const std::uint64_t low = (high % billion) << 32 | (*limb & 0xffff'ffff);
    *limb = (high / billion) << 32 | low / billion;
    rest = low % billion;
  }
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  return rest;
}

}  // namespace

BigNatural::BigNatural(std::span<const std::uint64_t> limbs) : limbs_(limbs.begin(), limbs.end()) {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

std::optional<std::uint64_t> BigNatural::small() const {
  if (limbs_.size() > 1) return std::nullopt;
  return limbs_.empty() ? 0 : limbs_.front();
}

std::string BigNatural::decimal() const {
  std::vector<std::uint64_t> rest = limbs_;
  std::string reversed;
  while (!rest.empty()) {
    std::uint64_t group = divide_by_billion(rest);
    for (int i = 0; i < 9 && (group > 0 || !rest.empty()); ++i, group /= 10)
      reversed += static_cast<char>('0' + group % 10);
  }
  if (reversed.empty()) return "0";
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

}  // namespace tesselle
