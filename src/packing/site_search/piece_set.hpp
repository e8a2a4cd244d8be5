#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tesselle::packing::tiling {

/// A set of piece kinds.
template <int Words>
struct PieceSet {
  std::array<std::uint64_t, Words> words{};

  void add(std::size_t piece) { words[piece / 64] |= std::uint64_t{1} << piece % 64; }
  void remove(std::size_t piece) { words[piece / 64] &= ~(std::uint64_t{1} << piece % 64); }
  bool has(std::size_t piece) const { return words[piece / 64] >> piece % 64 & 1; }
  bool empty() const {
    std::uint64_t any = 0;
    for (const auto word : words) any |= word;
    return any == 0;
  }
  bool meets(const PieceSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t w = 0; w < Words; ++w) common |= words[w] & other.words[w];
    return common != 0;
  }
  int size() const {
    int count = 0;
    for (const auto word : words) count += std::popcount(word);
    return count;
  }
  /// Removes all pieces up to and including this one.
  void remove_to(std::size_t piece) {
    for (std::size_t w = 0; w < piece / 64; ++w) words[w] = 0;
    words[piece / 64] &= ~std::uint64_t{1} << piece % 64;
  }
  friend PieceSet operator&(PieceSet a, const PieceSet& b) {
    for (std::size_t w = 0; w < Words; ++w) a.words[w] &= b.words[w];
    return a;
  }
  friend PieceSet operator|(PieceSet a, const PieceSet& b) {
    for (std::size_t w = 0; w < Words; ++w) a.words[w] |= b.words[w];
    return a;
  }
  friend bool operator==(const PieceSet&, const PieceSet&) = default;
};

}  // namespace tesselle::packing::tiling
