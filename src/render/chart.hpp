#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/svg.hpp"

namespace tesselle::render {

/// Points of one kind: joined by a line, where one has a neighbour and else drawn as a dot, or all dots, or bars.
struct Series {
  enum class Drawn { line, dashed, dotted, dots, bars };
  std::string name;
  std::vector<Point> points;
  Drawn drawn = Drawn::line;
  std::optional<Rgb> colour{};  ///< otherwise one of its own
};

/// The points (0, log10 of the first value), (1, …), …; what is not greater than 0 is left out of the chart.
std::vector<Point> logarithms(const std::vector<double>& values);

/// What is drawn over what.
struct Chart {
  std::string title, x_label, y_label;
  std::vector<Series> series;
  bool powers_of_ten = false;   ///< y values are logarithms; the scale says 10^y
  std::optional<Point> mark{};  ///< a vertical line at mark->x
  std::string mark_label{};
  std::optional<double> y_low{}, y_high{};  ///< what the points do not reach
  std::vector<std::string> columns{};       ///< written below x = 0, 1, … instead of numbers; "" for none
};

/// Total: points that are not finite are left out, and a chart without points is an empty frame.
Picture chart_picture(const Chart& chart);

}  // namespace tesselle::render
