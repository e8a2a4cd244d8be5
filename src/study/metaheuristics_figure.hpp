#pragma once

#include <optional>
#include <string>
#include <vector>

/// What is drawn of A. Peter-Hémon and F. Lamarche's report (2025) and of ours beside it.
namespace tesselle::study::metaheuristics {

/// Bars of one method in the figure, one value per instance.
struct Series {
  std::string name, colour;
  std::vector<std::optional<int>> conflicts;
};

/// Grouped bars, one group per instance, as SVG.
std::string bar_chart(const std::string& title, const std::vector<std::string>& instances,
                      const std::vector<Series>& series);

}  // namespace tesselle::study::metaheuristics
