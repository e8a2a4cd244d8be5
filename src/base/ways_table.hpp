#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesselle {

template <std::size_t Words>
using StateKey = std::array<std::uint64_t, Words>;

/// The numbers of a WaysTable and its index: all that does not depend on how wide keys are.
class WaysIndex {
 public:
  std::span<const std::uint64_t> ways(std::size_t i) const { return {ways_.data() + i * limbs_, limbs_}; }
  /// Bits of the largest number.
  std::size_t bits() const;

 protected:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// The hash is kept so that other states at the same place are told apart, and the index grows, without a look at
  /// the keys.
  struct Entry {
    std::uint32_t hash = 0, state = none;
  };

  explicit WaysIndex(std::size_t limbs);
  void clear(std::size_t limbs);
  std::size_t capacity() const { return index_.size() / 2; }
  void grow();
  void append(std::span<const std::uint64_t> ways);
  void add_to(std::size_t state, std::span<const std::uint64_t> ways) {
    std::uint64_t* sum = ways_.data() + state * limbs_;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_; ++i) {
      const std::uint64_t partial = sum[i] + carry;
      carry = partial < carry;
      sum[i] = partial + (i < ways.size() ? ways[i] : 0);
      carry += sum[i] < partial;
    }
  }

  std::size_t limbs_;
  std::vector<std::uint64_t> ways_;
  std::vector<Entry> index_;  // a power of two long, at most half full
};

/// States and in how many ways each is reached: what dynamic programming keeps of everything behind it. Numbers all
/// have the same number of limbs, side by side; an open-addressing index finds a state's place. Iteration is in the
/// order of insertion, so runs are repeatable. Fewer than 2^32 states.
template <std::size_t Words>
class WaysTable : public WaysIndex {
 public:
  using Key = StateKey<Words>;

  explicit WaysTable(std::size_t limbs) : WaysIndex(limbs) { keys_.reserve(capacity()); }

  /// Empties the table and keeps its memory: tables that follow each other are about equally large.
  void clear(std::size_t limbs) {
    WaysIndex::clear(limbs);
    keys_.clear();
    keys_.reserve(capacity());
  }

  std::size_t size() const { return keys_.size(); }
  const Key& key(std::size_t i) const { return keys_[i]; }

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
    if (room() == 0) {
      grow();
      keys_.reserve(capacity());
    }
    Entry& entry = index_[place_of(key, hash)];
    if (entry.state != none) {
      add_to(entry.state, ways);
      return;
    }
    entry = {hash, static_cast<std::uint32_t>(keys_.size())};
    keys_.push_back(key);
    append(ways);
  }
  std::optional<std::size_t> find(const Key& key, std::uint32_t hash) const {
    const Entry& entry = index_[place_of(key, hash)];
    return entry.state == none ? std::nullopt : std::optional<std::size_t>(entry.state);
  }

  /// How many states can be added before more memory is needed.
  std::size_t room() const { return capacity() - keys_.size(); }
  std::size_t bytes() const { return index_.size() * sizeof(Entry) + capacity() * (sizeof(Key) + 8 * limbs_); }
  /// Upper limit, until the old arrays are freed.
  std::size_t bytes_while_growing() const { return 3 * bytes(); }

 private:
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

  std::vector<Key> keys_;
};

}  // namespace tesselle
