#pragma once

#include <span>
#include <utility>
#include <vector>

#include "edge/meet/half_boards.hpp"

namespace tesselle::edge::meet {

/// Finds the chains that use exactly a given set of ring pieces, in one or two memory accesses: an open hash table over
/// the chains sorted by set.
class SetIndex {
 public:
  void build(const std::vector<HalfBoards::Chain>& chains);
  std::span<const HalfBoards::Chain> find(const std::vector<HalfBoards::Chain>& chains, RingSet set) const;
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    RingSet set = 0;  ///< 0: free
    std::uint32_t begin = 0, end = 0;
  };
  std::size_t home(RingSet set) const { return static_cast<std::size_t>(set * 0x9e3779b97f4a7c15u >> shift_); }

  std::vector<Slot> slots_;
  int shift_ = 63;
};

}  // namespace tesselle::edge::meet
