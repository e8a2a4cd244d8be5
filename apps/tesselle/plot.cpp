#include "plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tesselle {
namespace {

constexpr double left = 60, wide = 640, high = 360;
constexpr std::size_t labels_per_row = 3;
std::string_view dash_array(Plot::Line line) {
  switch (line) {
    case Plot::Line::dashed:
      return "6 4";
    case Plot::Line::dotted:
      return "2 3";
    default:
      return "none";
  }
}

constexpr double label_width = wide / labels_per_row, label_height = 18;

}  // namespace

Plot::Plot(const Axes& axes)
    : columns_(std::max<std::size_t>(1, axes.columns.size())), low_power_(std::floor(std::log10(axes.low))) {
  powers_ = std::max(1.0, std::ceil(std::log10(axes.high)) - low_power_);
  picture_.width = left + wide + 10;
  picture_.height = high + 40;
  const double step = std::max(1.0, std::ceil(powers_ / 12));
  for (double power = 0; power <= powers_; power += step) {
    const double at = high - high * power / powers_;
    line(left, at, left + wide, at, "#dddddd", 1);
    picture_.body += render::text(left - 6, at, fmt::format("10^{:.0f}", power + low_power_), {11, render::ink, "end"});
  }
  for (std::size_t c = 0; c < axes.columns.size(); ++c)
    picture_.body += render::text(x(c), high + 14, axes.columns[c], {11});
  picture_.body += render::text(left + wide / 2, high + 32, axes.columns_title, {12});
}

double Plot::x(std::size_t column) const {
  return left + wide * (static_cast<double>(column) + 0.5) / static_cast<double>(columns_);
}

double Plot::y(double value) const { return high - high * (std::log10(value) - low_power_) / powers_; }

void Plot::line(double x1, double y1, double x2, double y2, std::string_view colour, double width, Line dashes) {
  picture_.body += render::element("line", {{"x1", x1},
                                            {"y1", y1},
                                            {"x2", x2},
                                            {"y2", y2},
                                            {"stroke", colour},
                                            {"stroke-width", width},
                                            {"stroke-dasharray", dash_array(dashes)}});
}

void Plot::bars(const std::vector<double>& values, std::string_view colour) {
  for (std::size_t c = 0; c < values.size(); ++c)
    if (values[c] > 0) line(x(c), high, x(c), y(values[c]), colour, 0.6 * wide / static_cast<double>(columns_));
}

void Plot::curve(const std::vector<double>& values, std::string_view colour, Line dashes) {
  for (std::size_t c = 1; c < values.size(); ++c)
    if (values[c - 1] > 0 && values[c] > 0) line(x(c - 1), y(values[c - 1]), x(c), y(values[c]), colour, 2, dashes);
}

void Plot::label(std::string_view words, std::string_view colour, Line dashes) {
  const double at = left + label_width * static_cast<double>(labels_ % labels_per_row);
  const double row = high + 52 + label_height * static_cast<double>(labels_ / labels_per_row);
  line(at, row, at + 24, row, colour, 3, dashes);
  picture_.body += render::text(at + 30, row, words, {12, render::ink, "start"});
  picture_.height = row + 10;
  ++labels_;
}

std::string Plot::svg(std::string_view title) const { return render::document(picture_, title, 16); }

}  // namespace tesselle
