#include "tesselle/big_natural.hpp"

#include <algorithm>

namespace tesselle {
namespace {

constexpr std::uint64_t billion = 1'000'000'000;
constexpr std::uint64_t low_half = 0xffff'ffff;

struct Product {
  std::uint64_t low, high;
};

/// By halves, so that everything fits 64 bits.
Product product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low = (a & low_half) * (b & low_half), high = (a >> 32) * (b >> 32);
  const std::uint64_t left = (a >> 32) * (b & low_half) + (low >> 32);
  const std::uint64_t right = (a & low_half) * (b >> 32) + (left & low_half);
  return {right << 32 | (low & low_half), high + (left >> 32) + (right >> 32)};
}

/// Divides in place and returns the remainder; `divisor` is less than 2^32.
std::uint64_t divide(std::vector<std::uint64_t>& limbs, std::uint64_t divisor) {
  std::uint64_t rest = 0;
  for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
    const std::uint64_t high = rest << 32 | *limb >> 32;
    const std::uint64_t low = (high % divisor) << 32 | (*limb & low_half);
    *limb = (high / divisor) << 32 | low / divisor;
    rest = low % divisor;
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
    std::uint64_t group = divide(rest, billion);
    for (int i = 0; i < 9 && (group > 0 || !rest.empty()); ++i, group /= 10)
      reversed += static_cast<char>('0' + group % 10);
  }
  if (reversed.empty()) return "0";
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

void BigNatural::add_at(std::size_t limb, std::uint64_t value) {
  for (; value != 0; ++limb) {
    if (limb >= limbs_.size()) limbs_.resize(limb + 1, 0);
    limbs_[limb] += value;
    value = limbs_[limb] < value ? 1 : 0;
  }
}

BigNatural& BigNatural::operator+=(const BigNatural& other) {
  const std::vector<std::uint64_t> more = other.limbs_;  // a copy: it may be the same object
  for (std::size_t i = 0; i < more.size(); ++i) add_at(i, more[i]);
  return *this;
}

void BigNatural::add_product(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Product part = product(a[i], b[j]);
      add_at(i + j, part.low);
      add_at(i + j + 1, part.high);
    }
}

BigNatural BigNatural::times(std::uint64_t factor) const {
  BigNatural result;
  result.add_product(limbs_, {&factor, 1});
  return result;
}

BigNatural BigNatural::divided_by(std::uint32_t divisor) const {
  BigNatural result = *this;
  divide(result.limbs_, divisor);
  return result;
}

}  // namespace tesselle
