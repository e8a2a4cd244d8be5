#pragma once

#include <cstddef>
#include <limits>
#include <unordered_set>
#include <vector>

#include "edge/schedule/openings.hpp"

namespace tesselle::edge::schedule {

/// Which openings are worth a descent. The room of an opening predicts how many full boards it leads to; a descent
/// costs nodes, and finding openings has cost some too. So the openings with the most room are worth it: as many of
/// them as give the most full boards per node.
class Selection {
 public:
  /// Openings as long as those before, and the nodes that finding them has cost. Those taken before do not count.
  void add(const Openings& openings, double cost);
  /// For a descent. False if it was taken before: what is asked for again is often found again.
  bool take(const Openings& openings, std::size_t index);
  void clear();

  /// Openings with less room are not worth a descent that costs this many nodes.
  double least_room(double cost_of_descent) const;

  void save(ByteWriter& out) const;
  void restore(ByteReader& in);

 private:
  bool is_taken(const Openings& openings, std::size_t index) const;

  std::vector<double> rooms_;                                     ///< descending
  std::unordered_set<std::uint64_t> taken_;                       ///< hashes of openings
  double least_taken_ = std::numeric_limits<double>::infinity();  ///< their least room
  double cost_ = 0;
};

}  // namespace tesselle::edge::schedule
