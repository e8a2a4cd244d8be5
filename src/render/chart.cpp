#include "render/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/readable.hpp"

namespace tesselle::render {
namespace {

constexpr double plot_left = 70, plot_top = 34, min_width = 620, plot_height = 300, room_below = 62;
constexpr Rgb grid_grey = {221, 221, 221};
constexpr double legend_row = 18, legend_gap = 46, letter_width = 6.6;
constexpr Rgb colours[] = {{36, 113, 163}, {211, 84, 0}, {30, 132, 73}, {125, 60, 152}, {146, 43, 33}, {84, 84, 84}};

/// Round numbers that cover a range in a few steps.
struct Axis {
  double low, high, step;

  /// `least_step`: 1 for logarithms, where only whole powers of ten are round numbers.
  Axis(double from, double to, double least_step = 0) : low(from), high(to), step(1) {
    if (!(to > from)) low = from - 1, high = from + 1;
    const double rough = (high - low) / 8, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double round : {1.0, 2.0, 5.0, 10.0})
      if (rough <= round * power) {
        step = round * power;
        break;
      }
    step = std::max(step, least_step);
    low = step * std::floor(low / step + 1e-9);
    high = step * std::ceil(high / step - 1e-9);
  }
  double share(double value) const { return (value - low) / (high - low); }
};

std::string_view dashes_of(Series::Drawn drawn) {
  return drawn == Series::Drawn::dashed ? "6 4" : drawn == Series::Drawn::dotted ? "2 3" : "none";
}

/// "1 000", "10⁷", "10⁻³"
std::string power_of_ten(double exponent) {
  if (exponent >= 0 && exponent <= 6) return grouped(static_cast<std::uint64_t>(std::llround(std::pow(10, exponent))));
  static constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string power = "10";
  for (const char c : fmt::format("{:.0f}", exponent))
    power += c == '-' ? "⁻" : c >= '0' && c <= '9' ? raised[c - '0'] : "?";
  return power;
}

bool is_drawable(Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

class Canvas {
 public:
  explicit Canvas(const Chart& chart)
      : chart_(chart),
        wide_(width_of(chart)),
        x_(x_range()),
        y_(range(&Point::y, chart.y_low, chart.y_high, chart.powers_of_ten ? 1 : 0)) {
    picture_.width = plot_left + wide_ + 20;
    picture_.height = plot_top + plot_height + room_below;
  }

  Picture draw() {
    write(plot_left, 14, chart_.title, {14, ink, "start", "bold"});
    draw_scales();
    if (chart_.mark) draw_mark();
    for (std::size_t s = 0; s < chart_.series.size(); ++s) draw_series(chart_.series[s], colour_of(s));
    draw_legend();
    return picture_;
  }

 private:
  /// Wide enough for what is written below the columns.
  static double width_of(const Chart& chart) {
    std::size_t longest = 0, nearest = chart.columns.size() + 1, last = 0;
    for (std::size_t c = 0; c < chart.columns.size(); ++c) {
      if (chart.columns[c].empty()) continue;
      if (longest > 0) nearest = std::min(nearest, c - last);
      longest = std::max(longest, chart.columns[c].size());
      last = c;
    }
    const double labels = static_cast<double>(chart.columns.size()) / static_cast<double>(nearest);
    return std::max(min_width, letter_width * static_cast<double>(longest + 1) * labels);
  }

  Rgb colour_of(std::size_t series) const {
    return chart_.series[series].colour.value_or(colours[series % std::size(colours)]);
  }

  Axis x_range() const {
    if (chart_.columns.empty()) return range(&Point::x, {}, {});
    Axis scale(0, 1);
    scale.low = -0.5;
    scale.high = static_cast<double>(chart_.columns.size()) - 0.5;
    return scale;
  }
  Axis range(double Point::*axis, std::optional<double> low, std::optional<double> high_end,
             double least_step = 0) const {
    double from = low.value_or(HUGE_VAL), to = high_end.value_or(-HUGE_VAL);
    for (const Series& series : chart_.series)
      for (const Point& p : series.points)
        if (is_drawable(p)) from = std::min(from, p.*axis), to = std::max(to, p.*axis);
    return from <= to ? Axis(from, to, least_step) : Axis(0, 1);
  }

  double x(double value) const { return plot_left + wide_ * x_.share(value); }
  double y(double value) const { return plot_top + plot_height - plot_height * y_.share(value); }
  void write(double at_x, double at_y, std::string_view words, const TextStyle& style) {
    picture_.body += text(at_x, at_y, words, style);
  }
  void line(double x1, double y1, double x2, double y2, Rgb colour, double width, std::string_view dashes = "none") {
    picture_.body += element("line", {{"x1", x1},
                                      {"y1", y1},
                                      {"x2", x2},
                                      {"y2", y2},
                                      {"stroke", colour},
                                      {"stroke-width", width},
                                      {"stroke-dasharray", dashes}});
  }

  void draw_scales() {
    for (double value = y_.low; value <= y_.high + y_.step / 2; value += y_.step) {
      line(plot_left, y(value), plot_left + wide_, y(value), grid_grey, 1);
      const double round = rounded(value, y_.step);
      const std::string label = chart_.powers_of_ten ? power_of_ten(round) : fmt::format("{:g}", round);
      write(plot_left - 6, y(value), label, {11, ink, "end"});
    }
    for (std::size_t c = 0; c < chart_.columns.size(); ++c)
      write(x(static_cast<double>(c)), plot_top + plot_height + 14, chart_.columns[c], {11});
    for (double value = x_.low; chart_.columns.empty() && value <= x_.high + x_.step / 2; value += x_.step) {
      line(x(value), plot_top + plot_height, x(value), plot_top + plot_height + 4, ink, 1);
      write(x(value), plot_top + plot_height + 14, fmt::format("{:g}", rounded(value, x_.step)), {11});
    }
    line(plot_left, plot_top + plot_height, plot_left + wide_, plot_top + plot_height, ink, 1);
    write(plot_left + wide_ / 2, plot_top + plot_height + 32, chart_.x_label, {12});
    write(plot_left + wide_, 14, chart_.y_label, {12, faint_ink, "end"});
  }
  /// Sums of steps such as 0.1 show their rounding errors otherwise.
  static double rounded(double value, double step) { return step * std::round(value / step); }

  void draw_mark() {
    const double at = x(chart_.mark->x);
    line(at, plot_top, at, plot_top + plot_height, faint_ink, 1.5, "5 4");
    const bool on_right = x_.share(chart_.mark->x) < 0.7;
    write(on_right ? at + 6 : at - 6, plot_top + 10, chart_.mark_label, {12, ink, on_right ? "start" : "end"});
  }

  void dot(double at_x, double at_y, Rgb colour) {
    picture_.body += element("circle", {{"cx", at_x}, {"cy", at_y}, {"r", 3.2}, {"fill", colour}});
  }

  void draw_series(const Series& series, Rgb colour) {
    const auto& points = series.points;
    const auto drawable = [&](std::size_t i) { return i < points.size() && is_drawable(points[i]); };
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!drawable(i)) continue;
      const Point p = points[i];
      const bool goes_on = drawable(i + 1), is_alone = !goes_on && !(i > 0 && drawable(i - 1));
      if (series.drawn == Series::Drawn::bars)
        line(x(p.x), plot_top + plot_height, x(p.x), y(p.y), colour, 0.6 * (x(1) - x(0)));
      else if (series.drawn == Series::Drawn::dots || is_alone)
        dot(x(p.x), y(p.y), colour);
      else if (goes_on)
        line(x(p.x), y(p.y), x(points[i + 1].x), y(points[i + 1].y), colour, series.width, dashes_of(series.drawn));
    }
  }

  /// As many rows as it takes, of columns as wide as the longest name.
  void draw_legend() {
    std::size_t longest = 0;
    for (const Series& series : chart_.series) longest = std::max(longest, series.name.size());
    const double column = legend_gap + letter_width * static_cast<double>(longest);
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor((wide_ + 20) / column)));
    std::size_t shown = 0;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      if (chart_.series[s].name.empty()) continue;
      const double at = plot_left + column * static_cast<double>(shown % columns);
      const double height = plot_top + plot_height + 52 + legend_row * static_cast<double>(shown / columns);
      ++shown;
      draw_key(chart_.series[s], colour_of(s), at, height);
      picture_.height = height + 10;
      picture_.width = std::max(picture_.width, at + column);
    }
  }
  void draw_key(const Series& series, Rgb colour, double at, double height) {
    if (series.drawn == Series::Drawn::dots)
      dot(at + 10, height, colour);
    else
      line(at, height, at + 20, height, colour, series.drawn == Series::Drawn::bars ? 10 : 3, dashes_of(series.drawn));
    write(at + 26, height, series.name, {12, ink, "start"});
  }

  const Chart& chart_;
  double wide_;
  Axis x_, y_;
  Picture picture_;
};

}  // namespace

std::vector<Point> logarithms(const std::vector<double>& values) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < values.size(); ++i)
    points.push_back({static_cast<double>(i), values[i] > 0 ? std::log10(values[i]) : std::nan("")});
  return points;
}

Picture chart_picture(const Chart& chart) { return Canvas(chart).draw(); }

}  // namespace tesselle::render
