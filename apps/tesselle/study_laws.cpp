#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "edge/estimate/estimate.hpp"
#include "edge/generate/generate.hpp"
#include "plot.hpp"
#include "reporter.hpp"
#include "study.hpp"

namespace tesselle {
namespace {

constexpr int border_colours = 3, fewest_inner = 3, most_inner = 12;
constexpr std::uint32_t probes = 5'000;

struct Effort {
  std::vector<int> sizes;
  std::uint64_t seeds, most_nodes;
};
Effort effort_of(const StudyContext& context) {
  if (context.quick) return {{4, 5}, 1, 200'000};
  return {{4, 5, 6}, 5, 20'000'000};
}

/// The mean over instances that differ in their seed alone.
struct Hardness {
  double nodes = 0, solutions = 0;
  bool estimated = false;  ///< are some of the trees too large to be walked?
  std::vector<std::uint64_t> first_nodes;
  std::uint64_t instances = 0;
};

void add_instance(Hardness& hardness, const Puzzle& puzzle, std::uint64_t most_nodes) {
  const YardstickMeasurement found = measure_yardstick(puzzle, "scan", {}, most_nodes);
  double nodes = static_cast<double>(found.nodes), solutions = static_cast<double>(found.solutions);
  if (!found.exhausted) {
    const edge::Path path = edge::rowscan(puzzle.edge());
    const edge::TreeEstimate probed = edge::probe_tree(puzzle.edge(), path, {.probes = probes, .seed = 1});
    nodes = probed.nodes;
    solutions = probed.groups_at_end > 0 ? probed.solutions : edge::model_tree(puzzle.edge(), path).solutions;
    hardness.estimated = true;
  }
  hardness.nodes += nodes;
  hardness.solutions += solutions;
  if (found.first_nodes) hardness.first_nodes.push_back(*found.first_nodes);
  ++hardness.instances;
}

Hardness measure(const StudyContext& context, int size, int inner_colours) {
  const Effort effort = effort_of(context);
  Hardness hardness;
  for (std::uint64_t seed = 1; seed <= effort.seeds && !context.stopped(); ++seed) {
    const edge::InstanceRecipe recipe{size, size, border_colours, inner_colours, seed};
    add_instance(hardness, edge::generate_instance(recipe).puzzle, effort.most_nodes);
  }
  const auto instances = static_cast<double>(std::max<std::uint64_t>(1, hardness.instances));
  hardness.nodes /= instances;
  hardness.solutions /= instances;
  return hardness;
}

std::string number(double value, bool estimated) {
  if (estimated) return fmt::format("≈ {:.2g}", value);
  return value < 100 ? fmt::format("{:.1f}", value) : grouped(static_cast<std::uint64_t>(std::llround(value)));
}

/// The middle one of all instances, where more than half came to a first solution.
std::string median_first(const Hardness& hardness) {
  std::vector<std::uint64_t> first = hardness.first_nodes;
  const std::size_t middle = hardness.instances / 2;
  if (first.size() <= middle) return "–";
  std::sort(first.begin(), first.end());
  return grouped(first[middle]);
}

struct Curve {
  int size;
  std::vector<double> nodes, solutions;
};

StudyTable table_of(const StudyContext& context, int size, Curve& curve) {
  StudyTable table{fmt::format("{}x{}", size, size),
                   {"inner colours", "nodes, whole tree", "solutions", "nodes to the first, median"},
                   {},
                   {}};
  for (int inner = fewest_inner; inner <= most_inner && !context.stopped(); ++inner) {
    context.working(fmt::format("{}x{}: {} inner colours", size, size, inner));
    const Hardness hardness = measure(context, size, inner);
    curve.nodes.push_back(hardness.nodes);
    curve.solutions.push_back(hardness.solutions);
    table.rows.push_back({std::to_string(inner), number(hardness.nodes, hardness.estimated),
                          number(hardness.solutions, hardness.estimated), median_first(hardness)});
  }
  return table;
}

/// Nodes as full lines, solutions dashed, one colour per size.
std::string draw(const std::vector<Curve>& curves) {
  static constexpr const char* colours[] = {"#2471a3", "#1e8449", "#d35400"};
  Plot::Axes axes;
  axes.columns_title = "inner colours";
  for (int inner = fewest_inner; inner <= most_inner; ++inner) axes.columns.push_back(std::to_string(inner));
  for (const Curve& curve : curves)
    for (const auto* values : {&curve.nodes, &curve.solutions})
      for (const double value : *values) axes.high = std::max(axes.high, value);
  Plot plot(axes);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    plot.curve(curves[i].nodes, colours[i]);
    plot.curve(curves[i].solutions, colours[i], Plot::Line::dashed);
  }
  for (std::size_t i = 0; i < curves.size(); ++i) plot.label(fmt::format("{0}x{0}: nodes", curves[i].size), colours[i]);
  for (std::size_t i = 0; i < curves.size(); ++i)
    plot.label(fmt::format("{0}x{0}: solutions", curves[i].size), colours[i], Plot::Line::dashed);
  return plot.svg("hardness by the number of colours");
}

StudyReport run_laws(const StudyContext& context) {
  const Effort effort = effort_of(context);
  StudyReport report;
  report.title = "The second law: hardness and the number of colours";
  report.preface = {
      "D. Chen's report (2016) gives two laws for a good instance: every piece is unique, and the number of colours "
      "fits "
      "the number of pieces. Here is the second one measured: instances that `tesselle generate` makes with 3 border "
      "colours and a growing number of inner colours. The tree is that of `scan`, row by row, every rotation. With few "
      "colours there are so many solutions that the first comes soon although the tree is huge; with many the tree is "
      "small. The hardest instances are between: where about one solution is left.",
      fmt::format(
          "Made by `tesselle study laws{} --markdown FILE`: {} instance{} for each number, trees up to {} nodes "
          "walked to the end; where one was larger (≈), random probes estimate it.",
          context.quick ? " --quick" : "", effort.seeds, effort.seeds == 1 ? "" : "s each, the mean",
          grouped(effort.most_nodes))};
  std::vector<Curve> curves;
  for (const int size : effort.sizes) {
    if (!context.wants(fmt::format("{}x{}", size, size)) || context.stopped()) continue;
    curves.push_back({size, {}, {}});
    report.tables.push_back(table_of(context, size, curves.back()));
  }
  if (!curves.empty())
    report.pictures.push_back({"laws.svg", "nodes and solutions by the number of colours", draw(curves)});
  return report;
}

}  // namespace

Study laws_study() {
  return {"laws",
          "how nodes and solutions move with the number of colours (Chen 2016, the two laws): tables 4x4, 5x5, 6x6",
          run_laws};
}

}  // namespace tesselle
