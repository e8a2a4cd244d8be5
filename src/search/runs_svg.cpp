#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "search/run_curves.hpp"
#include "search/runs.hpp"

namespace tesselle {
namespace {

using render::Series;

constexpr render::Rgb pale = {170, 196, 220}, strong = {36, 113, 163};

std::string value_name(Goal goal) { return goal == Goal::best ? "score" : "solutions"; }

render::Chart curves_chart(const std::vector<RunRow>& rows) {
  const Finished& first = rows.front().finished;
  render::Chart chart{fmt::format("{}, {}: {} over time", first.puzzle, first.engine, value_name(first.goal)),
                      "seconds",
                      value_name(first.goal),
                      {}};
  for (const RunRow& row : rows) {
    Series curve = run_curve(row);
    curve.colour = rows.size() == 1 ? strong : pale;
    curve.width = rows.size() == 1 ? 2 : 1;
    if (&row == &rows.front())
      curve.name =
          rows.size() == 1 ? fmt::format("seed {}", row.finished.seed) : fmt::format("each of {} runs", rows.size());
    chart.series.push_back(std::move(curve));
  }
  if (rows.size() > 1) {
    chart.series.push_back(median_curve(rows));
    chart.series.back().name = "median";
    chart.series.back().colour = strong;
  }
  return chart;
}

}  // namespace

std::string runs_svg(const std::vector<RunRow>& rows) {
  if (rows.empty()) throw UsageError("--plot: no run has ended, there is nothing to draw");
  std::vector<render::Picture> pictures = {render::chart_picture(curves_chart(rows))};
  const Finished& first = rows.front().finished;
  if (first.target || first.goal == Goal::first) {
    render::Chart chart{first.target ? fmt::format("Runs that have reached {}", *first.target)
                                     : std::string("Runs that have found a solution"),
                        "seconds",
                        "share of the runs",
                        {reached_curve(rows)}};
    chart.series.back().name = counted(rows.size(), "run");
    chart.y_low = 0;
    chart.y_high = 1;
    pictures.push_back(render::chart_picture(chart));
  }
  return render::document(render::stacked(pictures, 30), fmt::format("{}: runs of {}", first.puzzle, first.engine), 16);
}

}  // namespace tesselle
