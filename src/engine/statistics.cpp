#include "tesselle/statistics.hpp"

#include <algorithm>

namespace tesselle {

void Statistics::merge(const Statistics& other) {
  for (const Statistic& theirs : other.values) {
    const auto ours =
        std::find_if(values.begin(), values.end(), [&](const Statistic& s) { return s.name == theirs.name; });
    if (ours == values.end())
      values.push_back(theirs);
    else
      ours->value = theirs.merge == Merge::sum ? ours->value + theirs.value : std::max(ours->value, theirs.value);
  }
  if (nodes_per_depth.size() < other.nodes_per_depth.size()) nodes_per_depth.resize(other.nodes_per_depth.size());
  for (std::size_t d = 0; d < other.nodes_per_depth.size(); ++d) nodes_per_depth[d] += other.nodes_per_depth[d];
  remarks.insert(remarks.end(), other.remarks.begin(), other.remarks.end());
}

}  // namespace tesselle
