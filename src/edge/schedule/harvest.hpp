#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>

#include "base/bytes.hpp"
#include "edge/schedule/finisher.hpp"

namespace tesselle::edge::schedule {

/// Different full boards that were found, counted by their conflicts: what a search is worth is told by how often it
/// finds good boards, not by its best one alone.
class Harvest {
 public:
  /// False if the board was found before.
  bool add(const FullBoard& full);
  const std::map<int, std::uint64_t>& boards() const { return boards_; }
  /// Boards with more conflicts are no longer of interest.
  void drop_above(int conflicts);

  void save(ByteWriter& out) const;
  void restore(ByteReader& in, int max_conflicts);

 private:
  std::map<int, std::uint64_t> boards_;     ///< by conflicts
  std::unordered_set<std::uint64_t> seen_;  ///< hashes
};

}  // namespace tesselle::edge::schedule
