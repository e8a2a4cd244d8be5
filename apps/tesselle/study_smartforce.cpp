#include "study_smartforce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "edge/estimate/estimate.hpp"
#include "edge/generate/generate.hpp"
#include "formats/formats.hpp"
#include "plot.hpp"
#include "reporter.hpp"

namespace tesselle {
namespace {

using namespace smartforce;

constexpr double quick_limit = 3, full_limit = 30;

std::vector<Trial> trials() {
  std::vector<Trial> all;
  for (int size = 4; size <= 6; ++size) {
    edge::InstanceRecipe recipe{.width = size, .height = size};
    all.push_back({fmt::format("generated {0}×{0}", size), size, edge::generate_instance(recipe).puzzle});
  }
  for (const auto& [name, size] : {std::pair("owen-4x4", 4), {"owen-5x5", 5}, {"owen-6x6", 6}})
    all.push_back({name, size, load_puzzle(name)});
  return all;
}

std::string seconds_text(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.3g}", *seconds) : "–";
}

std::vector<std::string> cells_of(const Row& row) {
  const Outcome& o = row.outcome;
  if (o.refused) return {row.method->name, "refused", "", "", "", "", "", ""};
  return {row.method->name,
          o.before_seconds > 0 ? seconds_text(o.before_seconds) : "",
          o.before_bytes > 0 ? grouped(o.before_bytes) : "",
          grouped(o.nodes) + (o.all ? "" : " so far"),
          o.all ? grouped(o.solutions) : "–",
          seconds_text(o.first),
          seconds_text(o.all),
          seconds_text(o.total())};
}

StudyTable table_of(const Trial& trial, const std::vector<Row>& rows, double limit) {
  StudyTable table;
  table.title = trial.name;
  table.columns = {"method",    "beforehand, s",   "beforehand, bytes", "nodes",
                   "solutions", "to the first, s", "to all, s",         "with all beforehand, s"};
  bool cut_short = false;
  for (const Row& row : rows)
    if (row.trial == &trial) {
      table.rows.push_back(cells_of(row));
      cut_short = cut_short || (!row.outcome.all && !row.outcome.refused);
    }
  if (cut_short) table.notes = {fmt::format("–: not within {:.0f} CPU seconds.", limit)};
  return table;
}

/// 7×7 is too long to be measured every time: nodes by probes, time by the pace on 6×6.
StudyTable estimates(const std::vector<Row>& rows) {
  StudyTable table{
      "7×7, by estimate", {"instance", "nodes, row by row", "± (95 %)", "backtrack, h", "scan, h"}, {}, {}};
  const auto pace = [&](const std::string& engine) {
    double nodes = 0, seconds = 0;
    for (const Row& row : rows)
      if (row.method->engine == engine && row.method->symmetry == SearchSymmetry::whole && row.trial->size == 6 &&
          row.outcome.all) {
        nodes += static_cast<double>(row.outcome.nodes);
        seconds += *row.outcome.all;
      }
    return seconds > 0 ? nodes / seconds : 0;
  };
  const auto hours = [](double nodes, double per_second) {
    return per_second > 0 ? fmt::format("{:.2g}", nodes / per_second / 3600) : "–";
  };
  const edge::InstanceRecipe recipe{.width = 7, .height = 7};
  for (const Puzzle& puzzle : {edge::generate_instance(recipe).puzzle, load_puzzle("owen-7x7")}) {
    const auto tree = edge::probe_tree(puzzle.edge(), edge::rowscan(puzzle.edge()), {.probes = 10'000, .seed = 1});
    table.rows.push_back({puzzle.name, fmt::format("{:.3g}", tree.nodes),
                          fmt::format("{:.1g}", 1.96 * tree.nodes_error), hours(tree.nodes, pace("backtrack")),
                          hours(tree.nodes, pace("scan"))});
  }
  return table;
}

StudyPicture draw_times(const std::vector<Trial>& all_trials, const std::vector<Method>& all_methods,
                        const std::vector<Row>& rows) {
  static constexpr std::array colours = {"#7f8c8d", "#2c3e50", "#5d6d7e", "#f5b041", "#e67e22", "#c0392b",
                                         "#27ae60", "#145a32", "#1abc9c", "#8e44ad", "#2471a3"};
  Plot::Axes axes{{}, "CPU seconds to all solutions, what is computed beforehand included", 1e-4, 10};
  for (const Trial& trial : all_trials) axes.columns.push_back(trial.name);
  for (const Row& row : rows) axes.high = std::max(axes.high, row.outcome.total().value_or(0));
  Plot plot(axes);
  for (std::size_t m = 0; m < all_methods.size(); ++m) {
    std::vector<double> seconds;
    for (const Row& row : rows)
      if (row.method == &all_methods[m]) seconds.push_back(std::max(row.outcome.total().value_or(0), 0.0));
    plot.curve(seconds, colours[m % colours.size()]);
    plot.label(all_methods[m].name, colours[m % colours.size()]);
  }
  return {"smartforce.svg", "CPU seconds to all solutions", plot.svg("smartforce: time to all solutions")};
}

StudyReport run_study(const StudyContext& context) {
  const double limit = context.budget.value_or(context.quick ? quick_limit : full_limit);
  const std::vector<Trial> all_trials = trials();
  const std::vector<Method> all_methods = methods();
  StudyReport report;
  report.title = "Smartforce: is accumulating data better than speeding up plain search?";
  report.preface = {
      "F. Chen (LIRMM, 2016) proposed to beat brute force on Eternity II by data computed beforehand: propagation over "
      "cells, pieces, borders and colours, corollas, openings and finals. The chapters with results are empty. These "
      "tables fill them: one thread, CPU seconds, every solution verified, the cost of what is computed beforehand "
      "included. A node is a placement; for `corolla` it is a corolla laid, up to five pieces.",
      fmt::format(
          "Made by `tesselle study smartforce{} --markdown FILE`. \"All\" means every symmetric copy, except where "
          "the rotation is fixed.",
          context.quick ? " --quick" : "")};
  std::vector<Row> rows;
  for (const Trial& trial : all_trials) {
    if (!context.wants(trial.name)) continue;
    for (const Method& method : all_methods) {
      if (context.stopped()) break;
      context.working(fmt::format("{}: {}", trial.name, method.name));
      rows.push_back({&trial, &method, measure(trial, method, limit, context.stopped)});
    }
    report.tables.push_back(table_of(trial, rows, limit));
  }
  if (context.wants("7x7") && !context.stopped()) report.tables.push_back(estimates(rows));
  if (context.tables.empty() && !context.stopped()) {
    report.pictures.push_back(draw_times(all_trials, all_methods, rows));
    report.conclusion = conclude(rows);
  }
  return report;
}

}  // namespace

Study smartforce_study() {
  return {"smartforce", "S1's question: does data computed beforehand beat plain search?", run_study};
}

}  // namespace tesselle
