#pragma once

#include <cstddef>
#include <vector>

#include "edge/schedule/openings.hpp"

namespace tesselle::edge::schedule {

/// Which openings are worth a descent. Full boards are as frequent as an opening's room says; a descent costs nodes,
/// and finding openings has cost some too. So the openings with most room among all that were found are worth it: as
/// many as make most full boards per node.
class Selection {
 public:
  /// Openings as long as those before, and the nodes that finding them has cost.
  void add(const Openings& openings, double cost);
  void clear();

  /// Openings with less room are not worth a descent, if that costs so many nodes.
  double least_room(double cost_of_descent) const;

 private:
  std::vector<double> rooms_;  ///< descending
  double cost_ = 0;
};

}  // namespace tesselle::edge::schedule
