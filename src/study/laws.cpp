#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/readable.hpp"
#include "edge/estimate/estimate.hpp"
#include "edge/generate/generate.hpp"
#include "render/chart.hpp"
#include "study/measurement.hpp"
#include "study/study.hpp"

namespace tesselle::study {
namespace {

constexpr int border_colours = 3, fewest_inner = 3, max_inner = 12;
constexpr std::uint32_t probes_of_large_trees = 5'000;

struct LawsEffort {
  std::vector<int> sizes;
  std::uint64_t seeds, max_nodes;
};
LawsEffort laws_effort(const Context& context) {
  if (context.quick) return {{4, 5}, 1, 200'000};
  return {{4, 5, 6}, 5, 200'000'000};
}

/// The mean over instances that differ in their seed alone.
struct Hardness {
  double nodes = 0, solutions = 0;
  bool estimated = false;  ///< are some of the trees too large to be walked?
  std::vector<std::uint64_t> first_nodes;
  std::uint64_t instances = 0;
};

void add_instance(Hardness& hardness, const Puzzle& puzzle, std::uint64_t max_nodes, const std::stop_token& stop) {
  const Measurement found = measure(puzzle, {.engine = "scan", .nodes = max_nodes}, stop);
  double nodes = static_cast<double>(found.nodes), solutions = static_cast<double>(found.solutions);
  if (!found.ended) {
    const edge::Path path = edge::rowscan(puzzle.edge());
    const edge::TreeEstimate probed =
        edge::probe_tree(puzzle.edge(), path, {.probes = probes_of_large_trees, .seed = 1}, stop);
    if (!probed.complete) return;
    nodes = probed.nodes;
    solutions = probed.groups_at_end > 0 ? probed.solutions : edge::model_tree(puzzle.edge(), path).solutions;
    hardness.estimated = true;
  }
  hardness.nodes += nodes;
  hardness.solutions += solutions;
  if (found.first) hardness.first_nodes.push_back(found.first->nodes);
  ++hardness.instances;
}

Hardness hardness_of(const Context& context, int size, int inner_colours) {
  const LawsEffort effort = laws_effort(context);
  Hardness hardness;
  for (std::uint64_t seed = 1; seed <= effort.seeds && !context.stopped(); ++seed) {
    const edge::InstanceRecipe recipe{size, size, border_colours, inner_colours, seed};
    add_instance(hardness, edge::generate_instance(recipe).puzzle, effort.max_nodes, context.stop);
  }
  const auto instances = static_cast<double>(std::max<std::uint64_t>(1, hardness.instances));
  hardness.nodes /= instances;
  hardness.solutions /= instances;
  return hardness;
}

std::string exact_or_estimated(double value, bool estimated) {
  if (estimated) return fmt::format("≈ {:.2g}", value);
  return value < 100 ? fmt::format("{:.1f}", value) : grouped(static_cast<std::uint64_t>(std::llround(value)));
}

/// The middle one of all instances, where more than half came to a first solution.
std::optional<std::uint64_t> median_first(const Hardness& hardness) {
  std::vector<std::uint64_t> first = hardness.first_nodes;
  const std::size_t middle = hardness.instances / 2;
  if (first.size() <= middle) return std::nullopt;
  std::sort(first.begin(), first.end());
  return first[middle];
}

struct LawsCurve {
  int size;
  std::vector<double> nodes, solutions, first;
};

Table laws_table(const Context& context, int size, LawsCurve& curve) {
  Table table{fmt::format("{}x{}", size, size),
              {"inner colours", "nodes, whole tree", "solutions", "nodes to the first, median"},
              {},
              {}};
  for (int inner = fewest_inner; inner <= max_inner && !context.stopped(); ++inner) {
    context.working(fmt::format("{}x{}: {} inner colours", size, size, inner));
    const Hardness hardness = hardness_of(context, size, inner);
    curve.nodes.push_back(hardness.nodes);
    curve.solutions.push_back(hardness.solutions);
    const auto first = median_first(hardness);
    curve.first.push_back(static_cast<double>(first.value_or(0)));
    table.rows.push_back({std::to_string(inner), exact_or_estimated(hardness.nodes, hardness.estimated),
                          exact_or_estimated(hardness.solutions, hardness.estimated),
                          first ? grouped(*first) : skipped});
  }
  return table;
}

/// One colour per size, one kind of line per quantity.
std::string draw_laws(const std::vector<LawsCurve>& curves) {
  static constexpr render::Rgb colours[] = {{36, 113, 163}, {30, 132, 73}, {211, 84, 0}};
  using Drawn = render::Series::Drawn;
  struct Quantity {
    const char* name;
    std::vector<double> LawsCurve::*values;
    Drawn drawn;
  };
  static constexpr Quantity quantities[] = {{"nodes of the whole tree", &LawsCurve::nodes, Drawn::line},
                                            {"nodes to the first", &LawsCurve::first, Drawn::dotted},
                                            {"solutions", &LawsCurve::solutions, Drawn::dashed}};
  render::Chart chart{"Hardness by the number of colours", "inner colours", "", {}, true};
  chart.y_low = 0;
  for (int inner = fewest_inner; inner <= max_inner; ++inner) chart.columns.push_back(std::to_string(inner));
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (const Quantity& quantity : quantities)
      chart.series.push_back({fmt::format("{0}x{0}: {1}", curves[i].size, quantity.name),
                              render::logarithms(curves[i].*quantity.values), quantity.drawn, colours[i]});
  return render::document(render::chart_picture(chart), "hardness by the number of colours", 16);
}

Report run_laws(const Context& context) {
  const LawsEffort effort = laws_effort(context);
  Report report;
  report.title = "The second law: hardness and the number of colours";
  report.preface = {
      "F. Chen's report (2016) gives two laws for a good instance: every piece is unique, and the number of colours "
      "fits the number of pieces. Here the second one is measured, on instances that `tesselle generate` makes with 3 "
      "border colours and a growing number of inner colours. The tree is that of `scan`, row by row, every rotation. "
      "With few colours there are so many solutions that the first comes soon although the tree is huge; with many the "
      "tree is small. The first solution is hardest to find between the two, where few solutions are left.",
      fmt::format("Made by `tesselle study laws{} --markdown FILE`: the mean of {} instance{} for each number of "
                  "colours. Trees of up to {} nodes are searched to the end; larger ones (≈) are estimated by random "
                  "probes.",
                  context.quick ? " --quick" : "", effort.seeds, effort.seeds == 1 ? "" : "s",
                  grouped(effort.max_nodes))};
  std::vector<LawsCurve> curves;
  for (const int size : effort.sizes) {
    if (!context.wants(fmt::format("{}x{}", size, size)) || context.stopped()) continue;
    curves.push_back({size, {}, {}, {}});
    report.tables.push_back(laws_table(context, size, curves.back()));
  }
  if (!curves.empty())
    report.pictures.push_back({"laws.svg", "nodes and solutions by the number of colours", draw_laws(curves)});
  return report;
}

}  // namespace

Study laws_study() {
  return {"laws",
          "how nodes and solutions depend on the number of colours (Chen 2016, the two laws): tables 4x4, 5x5, 6x6",
          run_laws};
}

}  // namespace tesselle::study
