#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edge/memo/fold.hpp"

namespace tesselle::edge::memo {

enum class Direction { forwards, backwards };

/// Where the colours of the frontier are kept while the cells are filled one after the other.
/// A border is open from the filling of one of its cells to that of the other. It has a slot for that time; slots that
/// fall free are given to borders that open later.
struct Slots {
  static constexpr int none = -1;
  /// By cell and side, as the cell sees it that is filled later: none on the rim, where a cell meets itself, and for
  /// the cell that is filled first.
  std::vector<std::array<int, 4>> of_listener;
  int count = 0;
};
Slots slots_along(const Fold& fold, Direction direction);

/// A number inside a key.
struct Field {
  std::uint32_t word = 0, shift = 0;
  std::uint64_t mask = 0;  ///< before shifting

  template <class Key>
  std::uint64_t in(const Key& key) const {
    return key[word] >> shift & mask;
  }
  template <class Key>
  void put(Key& key, std::uint64_t value) const {
    key[word] |= value << shift;
  }
};

/// A key tells all that the cells ahead can see of those behind: the colours that the frontier asks for, and how many
/// pieces of each kind were used.
struct Layout {
  Layout(std::size_t colours, int slot_count, const std::vector<std::uint16_t>& copies);

  std::vector<Field> slots;
  std::vector<Field> used;  ///< per kind
  std::size_t words = 1;
};

}  // namespace tesselle::edge::memo
