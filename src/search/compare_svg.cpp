#include <fmt/format.h>

#include <cmath>

#include "search/compare.hpp"
#include "search/run_curves.hpp"

namespace tesselle {
namespace {

using render::Series;

constexpr render::Rgb variant_colours[] = {{36, 113, 163}, {211, 84, 0},  {30, 132, 73},
                                           {125, 60, 152}, {146, 43, 33}, {84, 84, 84}};
constexpr render::Rgb median_colour = {20, 20, 20};

render::Rgb colour_of_variant(std::size_t variant) { return variant_colours[variant % std::size(variant_colours)]; }

/// One column per variant: a dot for every run, a bar at the median. Runs that never got there are left out.
render::Chart values_chart(const Comparison& comparison, std::size_t puzzle) {
  render::Chart chart{fmt::format("{}: {} of each run", comparison.puzzles[puzzle], comparison.measure->title),
                      "",
                      comparison.measure->title,
                      {}};
  Series medians{"median", {}, Series::Drawn::line, median_colour, 3};
  for (std::size_t v = 0; v < comparison.variants.size(); ++v) {
    chart.columns.push_back(comparison.variants[v]);
    Series dots{"", {}, Series::Drawn::dots, colour_of_variant(v)};
    std::vector<double> values;
    for (const RunRow& row : comparison.cell(puzzle, v).rows) {
      values.push_back(compared_value(*comparison.measure, row));
      dots.points.push_back({static_cast<double>(v), values.back()});
    }
    chart.series.push_back(std::move(dots));
    if (values.empty()) continue;
    const double middle = median_of(values), at = static_cast<double>(v);
    medians.points.insert(medians.points.end(), {{at - 0.2, middle}, {at + 0.2, middle}, {std::nan(""), 0}});
  }
  chart.series.push_back(std::move(medians));
  return chart;
}

render::Chart medians_chart(const Comparison& comparison, std::size_t puzzle) {
  render::Chart chart{fmt::format("{}: over time, median of {} seeds", comparison.puzzles[puzzle], comparison.done),
                      "seconds",
                      comparison.cell(puzzle, 0).rows.front().finished.goal == Goal::best ? "score" : "solutions",
                      {}};
  for (std::size_t v = 0; v < comparison.variants.size(); ++v) {
    Series curve = median_curve(comparison.cell(puzzle, v).rows);
    curve.name = comparison.variants[v];
    curve.colour = colour_of_variant(v);
    chart.series.push_back(std::move(curve));
  }
  return chart;
}

}  // namespace

std::string comparison_svg(const Comparison& comparison) {
  if (comparison.done == 0) throw UsageError("--plot: no seed is done, there is nothing to draw");
  std::vector<render::Picture> pictures;
  for (std::size_t p = 0; p < comparison.puzzles.size(); ++p) {
    pictures.push_back(render::chart_picture(values_chart(comparison, p)));
    pictures.push_back(render::chart_picture(medians_chart(comparison, p)));
  }
  return render::document(render::stacked(pictures, 30), "Engines compared", 16);
}

}  // namespace tesselle
