#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/chart.hpp"
#include "search/packing_estimate.hpp"
#include "tesselle/estimate.hpp"

namespace tesselle {
namespace {

using render::Series;

/// Depths where less than one node is expected would only stretch the scale.
std::vector<double> drop_below_one(std::vector<double> nodes) {
  for (double& n : nodes)
    if (n < 1) n = 0;
  return nodes;
}

render::Chart edge_nodes_chart(const Puzzle& puzzle, const Estimate& estimate) {
  const std::vector<double> real = estimate.real ? estimate.real->nodes_per_depth : std::vector<double>();
  const std::size_t depths = std::max(estimate.probed.nodes_per_depth.size(), real.size());
  const std::size_t step = depths / 12 + 1;
  render::Chart chart{fmt::format("{}: nodes per depth", puzzle.name), "pieces placed", "nodes", {}, true};
  chart.y_low = 0;
  for (std::size_t d = 0; d < depths; ++d) chart.columns.push_back(d % step == 0 ? std::to_string(d + 1) : "");
  const auto add = [&](const std::string& name, const std::vector<double>& nodes, render::Rgb colour,
                       Series::Drawn drawn) {
    chart.series.push_back({name, render::logarithms(drop_below_one(nodes)), drawn, colour});
  };
  if (estimate.real) add(estimate.real->name, real, {200, 214, 229}, Series::Drawn::bars);
  if (estimate.model) add("model", estimate.model->nodes_per_depth, {211, 84, 0}, Series::Drawn::line);
  add("probes", estimate.probed.nodes_per_depth, {36, 113, 163}, Series::Drawn::line);
  return chart;
}

Series by_depth(const std::string& name, const std::vector<double>& log10_nodes) {
  Series series{name, {}};
  for (std::size_t d = 0; d < log10_nodes.size(); ++d)
    series.points.push_back({static_cast<double>(d + 1), log10_nodes[d]});
  return series;
}

render::Chart packing_nodes_chart(const Estimate& estimate) {
  std::vector<double> probed = estimate.probed.nodes_per_depth;
  for (double& nodes : probed) nodes = std::log10(nodes);
  render::Chart chart{"Nodes per depth", "pieces placed", "nodes", {by_depth("probes", probed)}, true};
  if (estimate.fit) chart.series.push_back(by_depth("model", estimate.fit->log10_nodes_per_depth));
  return chart;
}

packing::FitCurve curve_of(const ExpectedFit& fit) {
  packing::FitCurve curve;
  curve.pieces = fit.pieces;
  curve.region = fit.region;
  for (const auto& s : fit.stretches) curve.stretches.push_back({s.first, s.last, s.p, s.states, s.dead});
  return curve;
}

}  // namespace

std::string estimate_svg(const Puzzle& puzzle, const Estimate& estimate) {
  if (puzzle.family() == Family::edge) {
    const render::Chart chart = edge_nodes_chart(puzzle, estimate);
    return render::document(render::chart_picture(chart), chart.title, 16);
  }
  std::vector<render::Picture> pictures = {render::chart_picture(packing_nodes_chart(estimate))};
  if (estimate.fit) {
    pictures.push_back(render::chart_picture(fit_chart(curve_of(*estimate.fit))));
    pictures.push_back(render::chart_picture(size_chart({{"measured", {estimate.fit->p}}}, estimate.fit->region)));
  }
  return render::document(render::stacked(pictures, 30), fmt::format("{}: what a search has to expect", puzzle.name),
                          16);
}

}  // namespace tesselle
