#include <fmt/format.h>

#include <algorithm>

#include "study/metaheuristics_figure.hpp"

namespace tesselle::study::metaheuristics {
namespace {

constexpr double width = 960, height = 440;
constexpr double left = 56, right = 16, top = 44, bottom = 76;
constexpr int conflicts_between_lines = 10;

int highest(const std::vector<Series>& series) {
  int most = 1;
  for (const Series& one : series)
    for (const auto& value : one.conflicts) most = std::max(most, value.value_or(0));
  return (most / conflicts_between_lines + 1) * conflicts_between_lines;
}

double height_of(int conflicts, int most) { return (height - top - bottom) * conflicts / most; }

std::string grid(int most) {
  std::string svg;
  for (int value = 0; value <= most; value += conflicts_between_lines) {
    const double y = height - bottom - height_of(value, most);
    svg += fmt::format(R"(<line x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}" stroke="#ddd"/>)", left, width - right,
                       y, y);
    svg += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)", left - 6, y + 4, value);
    svg += "\n";
  }
  return svg;
}

std::string bar(double x, double bar_width, int conflicts, int most, const std::string& colour) {
  const double tall = height_of(conflicts, most), y = height - bottom - tall;
  return fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}"/>)", x, y, bar_width - 1,
                     tall, colour) +
         fmt::format(R"(<text class="value" x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)", x + bar_width / 2,
                     y - 3, conflicts) +
         "\n";
}

std::string legend(const std::vector<Series>& series) {
  std::string svg;
  double x = left;
  for (const Series& one : series) {
    svg += fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="11" height="11" fill="{}"/>)", x, height - 30, one.colour);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 15, height - 20, one.name);
    x += 30 + 7.0 * static_cast<double>(one.name.size());
  }
  return svg;
}

}  // namespace

std::string bar_chart(const std::string& title, const std::vector<std::string>& instances,
                      const std::vector<Series>& series) {
  const int most = highest(series);
  const double group = (width - left - right) / static_cast<double>(instances.size());
  const double bar_width = group * 0.86 / static_cast<double>(series.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<style>.value{{font-size:9px}}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n<text x=\"{2}\" y=\"24\" font-size=\"15\">{3}</text>\n",
      width, height, left, title);
  svg += grid(most);
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const double start = left + group * (static_cast<double>(i) + 0.07);
    for (std::size_t s = 0; s < series.size(); ++s)
      if (const auto& value = series[s].conflicts[i])
        svg += bar(start + bar_width * static_cast<double>(s), bar_width, *value, most, series[s].colour);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", start + group * 0.43,
                       height - bottom + 18, instances[i]);
  }
  return svg + legend(series) + "</svg>\n";
}

}  // namespace tesselle::study::metaheuristics
