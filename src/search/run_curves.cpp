#include "search/run_curves.hpp"

#include <algorithm>

namespace tesselle {
namespace {

constexpr int sampled_moments = 400;

double longest(const std::vector<RunRow>& rows) {
  double seconds = 0;
  for (const RunRow& row : rows) seconds = std::max(seconds, row.finished.seconds);
  return seconds;
}

std::optional<double> value_at(const RunRow& row, double seconds) {
  std::optional<double> value;
  for (const TracePoint& point : row.trace)
    if (point.seconds <= seconds) value = static_cast<double>(point.value);
  return value;
}

/// A level that holds from one point to the next, then jumps.
class Steps {
 public:
  void rise_to(double x, double y) {
    if (!points_.empty()) points_.push_back({x, points_.back().y});
    points_.push_back({x, y});
  }
  render::Series until(double x) {
    if (!points_.empty()) points_.push_back({std::max(x, points_.back().x), points_.back().y});
    return {"", points_};
  }

 private:
  std::vector<Point> points_;
};

}  // namespace

render::Series run_curve(const RunRow& row) {
  Steps steps;
  for (const TracePoint& point : row.trace) steps.rise_to(point.seconds, static_cast<double>(point.value));
  return steps.until(row.finished.seconds);
}

render::Series median_curve(const std::vector<RunRow>& rows) {
  const double end = longest(rows);
  Steps steps;
  std::optional<double> level;
  for (int moment = 0; moment <= sampled_moments; ++moment) {
    const double seconds = end * moment / sampled_moments;
    std::vector<double> values;
    for (const RunRow& row : rows)
      if (const auto value = value_at(row, seconds)) values.push_back(*value);
    if (2 * values.size() < rows.size()) continue;
    values.insert(values.begin(), rows.size() - values.size(), 0.0);  // those that have nothing yet
    const double median = median_of(values);
    if (median != level) steps.rise_to(seconds, median);
    level = median;
  }
  return steps.until(end);
}

render::Series reached_curve(const std::vector<RunRow>& rows) {
  const Measure& when = measure_named(rows.front().finished.target ? "seconds-to-target" : "seconds-to-first");
  std::vector<double> moments;
  for (const RunRow& row : rows)
    if (const auto seconds = when.of(row)) moments.push_back(*seconds);
  std::sort(moments.begin(), moments.end());
  Steps steps;
  steps.rise_to(0, 0);
  for (std::size_t i = 0; i < moments.size(); ++i)
    steps.rise_to(moments[i], static_cast<double>(i + 1) / static_cast<double>(rows.size()));
  return steps.until(longest(rows));
}

}  // namespace tesselle
