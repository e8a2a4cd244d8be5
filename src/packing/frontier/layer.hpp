#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/big_natural.hpp"

namespace tesselle::packing {

template <std::size_t Words>
using FrontierKey = std::array<std::uint64_t, Words>;

/// Frontiers and in how many ways each is reached. Numbers all have the same number of limbs, side by side; an
/// open-addressing index finds a frontier's place. Iteration is in the order of insertion, so runs are repeatable.
template <std::size_t Words>
class Layer {
 public:
  using Key = FrontierKey<Words>;

  explicit Layer(std::size_t limbs) : limbs_(limbs), index_(64, empty) {}

  /// Empties the layer and keeps its memory: layers that follow each other are about equally large.
  void clear(std::size_t limbs) {
    limbs_ = limbs;
    keys_.clear();
    ways_.clear();
    std::fill(index_.begin(), index_.end(), empty);
  }

  std::size_t size() const { return keys_.size(); }
  const Key& key(std::size_t i) const { return keys_[i]; }
  std::span<const std::uint64_t> ways(std::size_t i) const { return {ways_.data() + i * limbs_, limbs_}; }

  /// `ways` may have fewer limbs than this layer, never more.
  void add(const Key& key, std::span<const std::uint64_t> ways) {
    const std::size_t place = find(key);
    if (index_[place] == empty) {
      index_[place] = static_cast<std::uint32_t>(keys_.size());
      keys_.push_back(key);
      ways_.insert(ways_.end(), ways.begin(), ways.end());
      ways_.resize(keys_.size() * limbs_);
      if (keys_.size() * 2 > index_.size()) grow();
      return;
    }
    std::uint64_t* sum = ways_.data() + index_[place] * limbs_;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_; ++i) {
      const std::uint64_t partial = sum[i] + carry;
      carry = partial < carry;
      sum[i] = partial + (i < ways.size() ? ways[i] : 0);
      carry += sum[i] < partial;
    }
  }

  /// Bits of the largest number.
  std::size_t bits() const {
    std::size_t most = 0;
    for (std::size_t i = 0; i < ways_.size(); ++i)
      if (ways_[i] != 0) most = std::max(most, i % limbs_ * 64 + static_cast<std::size_t>(std::bit_width(ways_[i])));
    return most;
  }

 private:
  static constexpr std::uint32_t empty = ~std::uint32_t{0};

  std::size_t find(const Key& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15, hash ^= hash >> 29;
    std::size_t place = hash & (index_.size() - 1);
    while (index_[place] != empty && keys_[index_[place]] != key) place = (place + 1) & (index_.size() - 1);
    return place;
  }

  void grow() {
    index_.assign(index_.size() * 2, empty);
    for (std::size_t i = 0; i < keys_.size(); ++i) index_[find(keys_[i])] = static_cast<std::uint32_t>(i);
  }

  std::size_t limbs_;
  std::vector<Key> keys_;
  std::vector<std::uint64_t> ways_;
  std::vector<std::uint32_t> index_;  // a power of two long, at most half full
};

}  // namespace tesselle::packing
