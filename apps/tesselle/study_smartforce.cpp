#include "study_smartforce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "edge/estimate/estimate.hpp"
#include "edge/generate/generate.hpp"
#include "edge/meet/ring_split.hpp"
#include "formats/formats.hpp"
#include "plot.hpp"
#include "reporter.hpp"

namespace tesselle {
namespace {

using namespace smartforce;

constexpr std::string_view generated = "generated ";
constexpr double quick_limit = 3, full_limit = 30, long_limit = 600;

std::vector<Trial> trials() {
  std::vector<Trial> all;
  for (int size = 4; size <= 6; ++size) {
    edge::InstanceRecipe recipe{.width = size, .height = size};
    all.push_back({fmt::format("generated {0}×{0}", size), size, edge::generate_instance(recipe).puzzle});
  }
  for (const auto& [name, size] : {std::pair("owen-4x4", 4), {"owen-5x5", 5}, {"owen-6x5", 5}, {"owen-6x6", 6}})
    all.push_back({name, size, load_puzzle(name)});
  all.push_back({"generated 7×7", 7, edge::generate_instance({.width = 7, .height = 7}).puzzle, true});
  all.push_back({"owen-7x7", 7, load_puzzle("owen-7x7"), true});
  all.push_back({"inf6102-c", 8, load_puzzle("inf6102-c"), true});
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

StudyTable table_of(const Trial& trial, const std::vector<Row>& rows) {
  StudyTable table;
  table.title = trial.name;
  table.columns = {"method",    "beforehand, s",   "beforehand, bytes", "nodes",
                   "solutions", "to the first, s", "to all, s",         "with all beforehand, s"};
  double limit = 0;
  for (const Row& row : rows)
    if (row.trial == &trial) {
      table.rows.push_back(cells_of(row));
      if (!row.outcome.all && !row.outcome.refused) limit = std::max(limit, row.outcome.limit);
    }
  if (limit > 0) table.notes = {fmt::format("–: not within {:.0f} CPU seconds.", limit)};
  return table;
}

/// CPU seconds per node, over the finished rows of at least this size.
double seconds_per_node(const std::vector<Row>& rows, const std::string& engine, int size) {
  double nodes = 0, seconds = 0;
  for (const Row& row : rows)
    if (row.method->engine == engine && !row.method->finals && row.trial->size >= size && row.outcome.all) {
      nodes += static_cast<double>(row.outcome.nodes);
      seconds += *row.outcome.all;
    }
  return nodes > 0 ? seconds / nodes : 0;
}

constexpr std::size_t meet_memory = std::size_t{4} << 30;

std::optional<edge::meet::RingSplit> split_of(const Puzzle& puzzle) {
  const auto ring = edge::meet::RingPuzzle::make(puzzle.edge());
  return ring ? std::optional(edge::meet::choose_split(*ring, meet_memory)) : std::nullopt;
}

/// CPU seconds of meet per unit of what its cut expects, over the finished rows from 6×6 on.
double seconds_per_expected_work(const std::vector<Row>& rows) {
  double work = 0, seconds = 0;
  for (const Row& row : rows)
    if (row.method->engine == "meet" && !row.method->finals && row.trial->size >= 6 && row.outcome.all) {
      work += split_of(row.trial->puzzle)->work();
      seconds += *row.outcome.all;
    }
  return work > 0 ? seconds / work : 0;
}

/// What is too long to be measured every time, or at all: nodes by probes, time by the pace on what was measured.
StudyTable estimates(const std::vector<Row>& rows) {
  StudyTable table{"Large boards, by estimate",
                   {"instance", "nodes, row by row", "± (95 %)", "backtrack, h", "scan, h", "scan, rotation fixed, h",
                    "meet: fillings expected", "meet, h"},
                   {},
                   {}};
  const auto hours = [](double amount, double seconds_each) {
    return seconds_each > 0 ? fmt::format("{:.2g}", amount * seconds_each / 3600) : "–";
  };
  const double meet_pace = seconds_per_expected_work(rows), scan_pace = seconds_per_node(rows, "scan", 6);
  for (const Puzzle& puzzle : {edge::generate_instance({.width = 7, .height = 7}).puzzle, load_puzzle("owen-7x7"),
                               load_puzzle("inf6102-c"), load_puzzle("owen-8x8"), load_puzzle("inf6102-d")}) {
    const auto tree = edge::probe_tree(puzzle.edge(), edge::rowscan(puzzle.edge()), {.probes = 10'000, .seed = 1});
    const auto split = split_of(puzzle);
    table.rows.push_back({puzzle.name, fmt::format("{:.3g}", tree.nodes),
                          fmt::format("{:.1g}", 1.96 * tree.nodes_error),
                          hours(tree.nodes, seconds_per_node(rows, "backtrack", 5)), hours(tree.nodes, scan_pace),
                          hours(tree.nodes / 4, scan_pace), split ? fmt::format("{:.2g}", split->work()) : "–",
                          split ? hours(split->work(), meet_pace) : "–"});
  }
  table.notes = {
      fmt::format("meet with {} GB; its expectation knows pieces and colours only by their numbers and is good "
                  "to a factor of three.",
                  meet_memory >> 30)};
  return table;
}

StudyTable ranking_table(const std::vector<Ranking>& rankings) {
  StudyTable table{
      "Openings: what their rank is worth",
      {"instance", "openings", "beforehand, s", "nodes below them", "to the first: as they come", "heaviest first",
       "lightest first", "solutions after a tenth: as they come", "heaviest first", "lightest first"},
      {},
      {}};
  const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
  for (const Ranking& r : rankings)
    table.rows.push_back({r.trial->name, grouped(r.openings), fmt::format("{:.3g}", r.before_seconds), grouped(r.nodes),
                          grouped(r.plain.to_first), grouped(r.heaviest.to_first), grouped(r.lightest.to_first),
                          percent(r.plain.after_a_tenth), percent(r.heaviest.after_a_tenth),
                          percent(r.lightest.after_a_tenth)});
  table.notes = {
      "`scan` with the rotation fixed; an opening's weight is the number of boards two placements further. Whole "
      "openings "
      "are counted."};
  return table;
}

StudyPicture draw_times(const std::vector<Trial>& all_trials, const std::vector<Method>& all_methods,
                        const std::vector<Row>& rows) {
  static constexpr std::array colours = {"#7f8c8d", "#2c3e50", "#5d6d7e", "#f5b041", "#e67e22", "#c0392b",
                                         "#27ae60", "#145a32", "#1abc9c", "#8e44ad", "#d4ac0d", "#2471a3"};
  Plot::Axes axes{{}, "CPU seconds to all solutions, what is computed beforehand included", 1e-4, 10};
  for (const Trial& trial : all_trials)
    axes.columns.push_back(trial.name.starts_with(generated) ? "gen. " + trial.name.substr(generated.size())
                                                             : trial.name);
  for (const Row& row : rows) axes.high = std::max(axes.high, row.outcome.total().value_or(0));
  Plot plot(axes);
  for (std::size_t m = 0; m < all_methods.size(); ++m) {
    std::vector<double> seconds(all_trials.size(), 0);
    for (const Row& row : rows)
      if (row.method == &all_methods[m])
        seconds[static_cast<std::size_t>(row.trial - all_trials.data())] = row.outcome.total().value_or(0);
    plot.curve(seconds, colours[m % colours.size()]);
    plot.label(all_methods[m].name, colours[m % colours.size()]);
  }
  return {"smartforce.svg", "CPU seconds to all solutions", plot.svg("smartforce: time to all solutions")};
}

bool wants_measured(const StudyContext& context, const Trial& trial) {
  return !trial.is_long || !context.quick || !context.tables.empty();
}

/// What was kept, or measured now; nothing if neither is to be had.
std::vector<Row> rows_of(const StudyContext& context, const Trial& trial, const std::vector<Method>& all_methods,
                         KeptRows& kept) {
  const double limit = trial.is_long ? context.budget.value_or(long_limit)
                                     : context.budget.value_or(context.quick ? quick_limit : full_limit);
  std::vector<Row> rows;
  for (const Method& method : all_methods) {
    if (context.stopped() || (trial.is_long && !method.for_long)) continue;
    if (const auto known = kept.find(trial, method, wants_measured(context, trial) ? limit : 0)) {
      rows.push_back({&trial, &method, *known});
    } else if (wants_measured(context, trial)) {
      context.working(fmt::format("{}: {}", trial.name, method.name));
      rows.push_back({&trial, &method, measure(trial, method, limit, context.stopped)});
      if (!context.stopped()) kept.add(trial, method, rows.back().outcome);
    }
  }
  return rows;
}

std::vector<Ranking> all_rankings(const StudyContext& context, const std::vector<Trial>& all_trials) {
  std::vector<Ranking> rankings;
  for (const Trial& trial : all_trials) {
    if (trial.is_long || context.stopped()) continue;
    context.working(fmt::format("{}: openings", trial.name));
    if (const auto ranking = rank_openings(trial, full_limit, context.stopped)) rankings.push_back(*ranking);
  }
  return rankings;
}

StudyReport run_study(const StudyContext& context) {
  const std::vector<Trial> all_trials = trials();
  const std::vector<Method> all_methods = methods();
  KeptRows kept(context.keep);
  StudyReport report;
  report.title = "Smartforce: is accumulating data better than speeding up plain search?";
  report.preface = {
      "F. Chen (LIRMM, 2016) proposed to beat brute force on Eternity II by data computed beforehand: propagation over "
      "cells, pieces, borders and colours, corollas, openings and finals. The chapters with results are empty. These "
      "tables fill them: one thread, CPU seconds, every solution verified, the cost of what is computed beforehand "
      "included. A node is a placement; for `corolla` it is a corolla laid, up to five pieces; for `meet` also a "
      "filling "
      "of a row.",
      fmt::format(
          "Made by `tesselle study smartforce{}{} --markdown FILE`. \"All\" means every symmetric copy, except "
          "where the rotation is fixed.{}",
          context.quick ? " --quick" : "", context.keep ? " --keep ROWS" : "",
          context.keep ? " Rows measured before are taken from the file ROWS, which lies beside this page." : "")};
  std::vector<Row> rows;
  for (const Trial& trial : all_trials) {
    if (!context.wants(trial.name)) continue;
    const std::vector<Row> own = rows_of(context, trial, all_methods, kept);
    rows.insert(rows.end(), own.begin(), own.end());
    if (!own.empty()) report.tables.push_back(table_of(trial, rows));
  }
  std::vector<Ranking> rankings;
  if (context.wants("openings") && !context.stopped()) {
    rankings = all_rankings(context, all_trials);
    report.tables.push_back(ranking_table(rankings));
  }
  if (context.wants("estimate") && !context.stopped()) report.tables.push_back(estimates(rows));
  if (context.tables.empty() && !context.stopped()) {
    report.pictures.push_back(draw_times(all_trials, all_methods, rows));
    report.conclusion = conclude(rows, rankings);
  }
  return report;
}

}  // namespace

Study smartforce_study() {
  return {"smartforce", "S1's question: does data computed beforehand beat plain search?", run_study};
}

}  // namespace tesselle
