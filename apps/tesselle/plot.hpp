#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/svg.hpp"

namespace tesselle {

/// Numbers over columns, on a logarithmic scale; what is not greater than 0 is left out.
class Plot {
 public:
  struct Axes {
    std::vector<std::string> columns;  ///< what is written below each; "" for nothing
    std::string columns_title;
    double low = 1, high = 10;  ///< the scale reaches the powers of ten around these
  };
  explicit Plot(const Axes& axes);

  void bars(const std::vector<double>& values, std::string_view colour);
  enum class Line { plain, dashed, dotted };
  void curve(const std::vector<double>& values, std::string_view colour, Line line = Line::plain);
  /// Adds to the legend below.
  void label(std::string_view words, std::string_view colour, Line line = Line::plain);

  std::string svg(std::string_view title) const;

 private:
  double x(std::size_t column) const;
  double y(double value) const;
  void line(double x1, double y1, double x2, double y2, std::string_view colour, double width,
            Line dashes = Line::plain);

  render::Picture picture_;
  std::size_t columns_;
  double low_power_, powers_;
  std::size_t labels_ = 0;
};

}  // namespace tesselle
