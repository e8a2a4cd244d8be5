#include "render/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tesselle::render {
namespace {

constexpr double left = 70, top = 34, wide = 620, high = 300, below = 62;
constexpr Rgb grid_grey = {221, 221, 221};
constexpr Rgb colours[] = {{36, 113, 163}, {211, 84, 0}, {30, 132, 73}, {125, 60, 152}, {146, 43, 33}, {84, 84, 84}};

/// Round numbers that cover a range in a few steps.
struct Scale {
  double low, high, step;

  Scale(double from, double to) : low(from), high(to), step(1) {
    if (!(to > from)) low = from - 1, high = from + 1;
    const double rough = (high - low) / 8, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double round : {1.0, 2.0, 5.0, 10.0})
      if (rough <= round * power) {
        step = round * power;
        break;
      }
    low = step * std::floor(low / step + 1e-9);
    high = step * std::ceil(high / step - 1e-9);
  }
  double share(double value) const { return (value - low) / (high - low); }
};

bool is_drawable(Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

class Canvas {
 public:
  explicit Canvas(const Chart& chart)
      : chart_(chart), x_(range(&Point::x, {}, {})), y_(range(&Point::y, chart.y_low, chart.y_high)) {
    picture_.width = left + wide + 20;
    picture_.height = top + high + below;
  }

  Picture draw() {
    write(left, 14, chart_.title, {14, ink, "start", "bold"});
    draw_scales();
    if (chart_.mark) draw_mark();
    for (std::size_t s = 0; s < chart_.series.size(); ++s)
      draw_series(chart_.series[s], colours[s % std::size(colours)]);
    draw_legend();
    return picture_;
  }

 private:
  Scale range(double Point::*axis, std::optional<double> low, std::optional<double> high_end) const {
    double from = low.value_or(HUGE_VAL), to = high_end.value_or(-HUGE_VAL);
    for (const Series& series : chart_.series)
      for (const Point& p : series.points)
        if (is_drawable(p)) from = std::min(from, p.*axis), to = std::max(to, p.*axis);
    return from <= to ? Scale(from, to) : Scale(0, 1);
  }

  double x(double value) const { return left + wide * x_.share(value); }
  double y(double value) const { return top + high - high * y_.share(value); }
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
      line(left, y(value), left + wide, y(value), grid_grey, 1);
      const std::string label = chart_.powers_of_ten ? fmt::format("10^{:g}", rounded(value, y_.step))
                                                     : fmt::format("{:g}", rounded(value, y_.step));
      write(left - 6, y(value), label, {11, ink, "end"});
    }
    for (double value = x_.low; value <= x_.high + x_.step / 2; value += x_.step) {
      line(x(value), top + high, x(value), top + high + 4, ink, 1);
      write(x(value), top + high + 14, fmt::format("{:g}", rounded(value, x_.step)), {11});
    }
    line(left, top + high, left + wide, top + high, ink, 1);
    write(left + wide / 2, top + high + 32, chart_.x_label, {12});
    write(left + wide, 14, chart_.y_label, {12, faint_ink, "end"});
  }
  /// Sums of steps such as 0.1 show their rounding errors otherwise.
  static double rounded(double value, double step) { return step * std::round(value / step); }

  void draw_mark() {
    const double at = x(chart_.mark->x);
    line(at, top, at, top + high, faint_ink, 1.5, "5 4");
    const bool on_right = x_.share(chart_.mark->x) < 0.7;
    write(on_right ? at + 6 : at - 6, top + 10, chart_.mark_label, {12, ink, on_right ? "start" : "end"});
  }

  void draw_series(const Series& series, Rgb colour) {
    const Point* last = nullptr;
    for (const Point& p : series.points) {
      if (!is_drawable(p)) {
        last = nullptr;
        continue;
      }
      if (series.dots)
        picture_.body += element("circle", {{"cx", x(p.x)}, {"cy", y(p.y)}, {"r", 3.2}, {"fill", colour}});
      else if (last != nullptr)
        line(x(last->x), y(last->y), x(p.x), y(p.y), colour, 2);
      last = &p;
    }
  }

  void draw_legend() {
    double at = left;
    const double height = top + high + 52;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      const Rgb colour = colours[s % std::size(colours)];
      if (chart_.series[s].dots)
        picture_.body += element("circle", {{"cx", at + 10}, {"cy", height}, {"r", 3.2}, {"fill", colour}});
      else
        line(at, height, at + 20, height, colour, 3);
      write(at + 26, height, chart_.series[s].name, {12, ink, "start"});
      at += 46 + 6.6 * static_cast<double>(chart_.series[s].name.size());
    }
    picture_.width = std::max(picture_.width, at);
  }

  const Chart& chart_;
  Scale x_, y_;
  Picture picture_;
};

}  // namespace

Picture chart_picture(const Chart& chart) { return Canvas(chart).draw(); }

}  // namespace tesselle::render
