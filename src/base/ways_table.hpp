#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesselle {

template <std::size_t Words>
using StateKey = std::array<std::uint64_t, Words>;

/// States and in how many ways each is reached: what dynamic programming keeps of everything behind it. Numbers all
/// have the same number of limbs, side by side; an open-addressing index finds a state's place. Iteration is in the
/// order of insertion, so runs are repeatable. Fewer than 2^32 states.
template <std::size_t Words>
class WaysTable {
 public:
  using Key = StateKey<Words>;

  explicit WaysTable(std::size_t limbs) : limbs_(limbs), index_(smallest_index) { reserve(); }

  /// Empties the table and keeps its memory: tables that follow each other are about equally large.
  void clear(std::size_t limbs) {
    limbs_ = limbs;
    keys_.clear();
    ways_.clear();
    std::fill(index_.begin(), index_.end(), Entry{});
    reserve();
  }

  std::size_t size() const { return keys_.size(); }
  const Key& key(std::size_t i) const { return keys_[i]; }
  std::span<const std::uint64_t> ways(std::size_t i) const { return {ways_.data() + i * limbs_, limbs_}; }

  /// `ways` may have fewer limbs than this table, never more.
  void add(const Key& key, std::span<const std::uint64_t> ways) { add(key, hash_of(key), ways); }

  std::optional<std::size_t> find(const Key& key) const { return find(key, hash_of(key)); }

  /// In two steps, for tables that are larger than the caches: between them the memory comes nearer.
  std::uint32_t announce(const Key& key) const {
    const std::uint32_t hash = hash_of(key);
    __builtin_prefetch(&index_[hash & (index_.size() - 1)]);
    return hash;
  }
  void add(const Key& key, std::uint32_t hash, std::span<const std::uint64_t> ways) {
    if (room() == 0) grow();
    Entry& entry = index_[place_of(key, hash)];
    if (entry.state != none) {
      add_to(ways_.data() + entry.state * limbs_, ways);
      return;
    }
    entry = {hash, static_cast<std::uint32_t>(keys_.size())};
    keys_.push_back(key);
    ways_.insert(ways_.end(), ways.begin(), ways.end());
    ways_.resize(keys_.size() * limbs_);
  }
  std::optional<std::size_t> find(const Key& key, std::uint32_t hash) const {
    const Entry& entry = index_[place_of(key, hash)];
    return entry.state == none ? std::nullopt : std::optional<std::size_t>(entry.state);
  }

  /// Bits of the largest number.
  std::size_t bits() const {
    std::size_t most = 0;
    for (std::size_t i = 0; i < ways_.size(); ++i)
      if (ways_[i] != 0) most = std::max(most, i % limbs_ * 64 + static_cast<std::size_t>(std::bit_width(ways_[i])));
    return most;
  }

  /// How many states can be added before more memory is needed.
  std::size_t room() const { return capacity() - keys_.size(); }
  std::size_t bytes() const { return index_.size() * sizeof(Entry) + capacity() * (sizeof(Key) + 8 * limbs_); }
  /// Upper limit, until the old arrays are freed.
  std::size_t bytes_while_growing() const { return 3 * bytes(); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t smallest_index = 64;
  /// The hash is kept so that the index can tell states apart, and grow, without reading the keys.
  struct Entry {
    std::uint32_t hash = 0, state = none;
  };

  static std::uint32_t hash_of(const Key& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15, hash ^= hash >> 29;
    return static_cast<std::uint32_t>(hash * 0x9e37'79b9'7f4a'7c15 >> 32);
  }

  std::size_t place_of(const Key& key, std::uint32_t hash) const {
    std::size_t place = hash & (index_.size() - 1);
    while (index_[place].state != none && (index_[place].hash != hash || keys_[index_[place].state] != key))
      place = (place + 1) & (index_.size() - 1);
    return place;
  }

  std::size_t capacity() const { return index_.size() / 2; }

  void reserve() {
    keys_.reserve(capacity());
    ways_.reserve(capacity() * limbs_);
  }

  void grow() {
    std::vector<Entry> larger(index_.size() * 2);
    for (const Entry& entry : index_) {
      if (entry.state == none) continue;
      std::size_t place = entry.hash & (larger.size() - 1);
      while (larger[place].state != none) place = (place + 1) & (larger.size() - 1);
      larger[place] = entry;
    }
    index_ = std::move(larger);
    reserve();
  }

  void add_to(std::uint64_t* sum, std::span<const std::uint64_t> ways) const {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_; ++i) {
      const std::uint64_t partial = sum[i] + carry;
      carry = partial < carry;
      sum[i] = partial + (i < ways.size() ? ways[i] : 0);
      carry += sum[i] < partial;
    }
  }

  std::size_t limbs_;
  std::vector<Key> keys_;
  std::vector<std::uint64_t> ways_;
  std::vector<Entry> index_;  // a power of two long, at most half full
};

}  // namespace tesselle
