#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/svg.hpp"

namespace tesselle::render {

/// Points of one kind, joined by a line or drawn as dots.
struct Series {
  std::string name;
  std::vector<Point> points;
  bool dots = false;
};

/// What is drawn over what.
struct Chart {
  std::string title, x_label, y_label;
  std::vector<Series> series;
  bool powers_of_ten = false;   ///< y values are logarithms; the scale says 10^y
  std::optional<Point> mark{};  ///< a vertical line at mark->x
  std::string mark_label{};
  std::optional<double> y_low{}, y_high{};  ///< what the points do not reach
};

/// Total: points that are not finite are left out, and a chart without points is an empty frame.
Picture chart_picture(const Chart& chart);

}  // namespace tesselle::render
