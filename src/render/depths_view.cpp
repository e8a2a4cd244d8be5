#include <algorithm>

#include "base/readable.hpp"
#include "render/chart.hpp"
#include "render/tree_parts.hpp"

namespace tesselle::render {
namespace {

Chart depths_chart(const std::vector<Recording>& recordings) {
  Chart chart{recordings.size() == 1 ? recordings[0].title() + ": nodes per depth" : "nodes per depth",
              "depth",
              "nodes",
              {},
              true};
  chart.y_low = 0;
  std::size_t depths = 0;
  for (const Recording& recording : recordings) {
    const std::vector<double> nodes(recording.nodes_per_depth.begin(), recording.nodes_per_depth.end());
    depths = std::max(depths, nodes.size());
    chart.series.push_back({recordings.size() == 1 ? counted(recording.walked, "node") : recording.title(),
                            logarithms(nodes), recordings.size() == 1 ? Series::Drawn::bars : Series::Drawn::line});
  }
  if (recordings.size() == 1) chart.series[0].colour = palette(0);
  const std::size_t step = depths / 24 + 1;
  for (std::size_t d = 0; d < depths; ++d) chart.columns.push_back(d % step == 0 ? std::to_string(d + 1) : "");
  return chart;
}

}  // namespace

Picture depths_view(const std::vector<Recording>& recordings) { return chart_picture(depths_chart(recordings)); }

}  // namespace tesselle::render
