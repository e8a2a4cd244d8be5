#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "edge/schedule/openings.hpp"

namespace tesselle::edge::schedule {

/// The openings that wait for a descent. The room of an opening predicts how many full boards it leads to (measured: a
/// unit more means 2.7 times as many, for 1.3 times the nodes), so of all rounds those with most room come first.
class Selection {
 public:
  /// Openings as long as those before; each is taken once, however often it is found.
  void add(const Openings& openings);
  bool empty() const { return waiting_.empty(); }
  /// The one with most room.
  std::vector<Placed> take();
  void clear();

  void save(ByteWriter& out) const;
  /// Openings of `length` pieces of a puzzle with `pieces`.
  void restore(ByteReader& in, std::size_t length, std::size_t pieces);

 private:
  struct Waiting {
    float room = 0;
    std::vector<Placed> opening;
  };

  std::vector<Waiting> waiting_;           ///< most room last
  std::unordered_set<std::uint64_t> met_;  ///< hashes of those that wait or were taken
};

}  // namespace tesselle::edge::schedule
