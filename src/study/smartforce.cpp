#include "study/smartforce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "edge/estimate/estimate.hpp"
#include "edge/generate/generate.hpp"
#include "edge/meet/ring_split.hpp"
#include "render/chart.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

using namespace smartforce;

constexpr std::string_view generated = "generated ";
constexpr double quick_limit = 3, full_limit = 30, long_limit = 600;

std::vector<Trial> smartforce_trials() {
  constexpr int first_long = 7;
  std::vector<Trial> all;
  for (int size = 4; size <= first_long; ++size)
    all.push_back({fmt::format("generated {0}×{0}", size), size,
                   edge::generate_instance({.width = size, .height = size}).puzzle, size >= first_long});
  for (const auto& [name, size] :
       {std::pair("owen-4x4", 4), {"owen-5x5", 5}, {"owen-6x5", 5}, {"owen-6x6", 6}, {"owen-7x7", 7}, {"inf6102-c", 8}})
    all.push_back({name, size, load_puzzle(name), size >= first_long});
  return all;
}

std::string seconds_or_dash(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.3g}", *seconds) : skipped;
}

std::vector<std::string> row_cells(const Row& row) {
  const Outcome& o = row.outcome;
  if (o.refused) return {row.method->name, "refused", "", "", "", "", "", ""};
  return {row.method->name,
          o.before_seconds > 0 ? seconds_or_dash(o.before_seconds) : "",
          o.before_bytes > 0 ? grouped(o.before_bytes) : "",
          grouped(o.nodes) + (o.all ? "" : " so far"),
          o.all ? grouped(o.solutions) : skipped,
          seconds_or_dash(o.first),
          seconds_or_dash(o.all),
          seconds_or_dash(o.total())};
}

Table trial_table(const Trial& trial, const std::vector<Row>& rows) {
  Table table;
  table.title = trial.name;
  table.columns = {"method",    "beforehand, s",   "beforehand, bytes", "nodes",
                   "solutions", "to the first, s", "to all, s",         "with all beforehand, s"};
  double limit = 0;
  for (const Row& row : rows)
    if (row.trial == &trial) {
      table.rows.push_back(row_cells(row));
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
  const auto ring = edge::meet::RingPuzzle::make_of_any_size(puzzle.edge());
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

/// What takes too long to be measured every time, or at all: nodes by probes, time by the pace on what was measured.
Table estimates_table(const std::vector<Row>& rows, const std::stop_token& stop) {
  Table table{"Large boards, by estimate",
              {"instance", "nodes, row by row", "± (95 %)", "backtrack, h", "scan, h", "scan, rotation fixed, h",
               "meet: fillings expected", "meet, h"},
              {},
              {}};
  const auto hours = [](double amount, double seconds_each) {
    return seconds_each > 0 ? fmt::format("{:.2g}", amount * seconds_each / 3600) : skipped;
  };
  const double meet_pace = seconds_per_expected_work(rows), scan_pace = seconds_per_node(rows, "scan", 6);
  for (const Puzzle& puzzle : {edge::generate_instance({.width = 7, .height = 7}).puzzle, load_puzzle("owen-7x7"),
                               load_puzzle("inf6102-c"), load_puzzle("owen-8x8"), load_puzzle("inf6102-d")}) {
    const auto tree =
        edge::probe_tree(puzzle.edge(), edge::rowscan(puzzle.edge()), {.probes = 10'000, .seed = 1}, stop);
    if (!tree.complete) break;
    const auto split = split_of(puzzle);
    table.rows.push_back({puzzle.name, fmt::format("{:.3g}", tree.nodes),
                          fmt::format("{:.1g}", 1.96 * tree.nodes_error),
                          hours(tree.nodes, seconds_per_node(rows, "backtrack", 5)), hours(tree.nodes, scan_pace),
                          hours(tree.nodes / 4, scan_pace), split ? fmt::format("{:.2g}", split->work()) : skipped,
                          split ? hours(split->work(), meet_pace) : "–"});
  }
  table.notes = {fmt::format(
      "meet with {} GB of memory; its estimate uses only the numbers of pieces and colours and is good to "
      "a factor of three. For inf6102-d, whose words take more than 64 bits, it is too low: parts that were "
      "measured take longer (docs/engines/meet.md).",
      meet_memory >> 30)};
  return table;
}

/// How much there is to search on the largest board that was ever solved by plain search, by each method, and how much
/// of it two cores do in an hour.
Table moonshot_table(const std::vector<Row>& rows, const std::stop_token& stop) {
  const Puzzle puzzle = load_puzzle("inf6102-d");
  Table table{fmt::format("{}, by estimate", puzzle.name),
              {"method", "nodes or fillings", "± (95 %)", "days on two cores", "done in an hour"},
              {},
              {}};
  const double scan_pace = seconds_per_node(rows, "scan", 6), meet_pace = seconds_per_expected_work(rows);
  const auto add = [&](const std::string& method, double amount, double error, double pace) {
    if (pace <= 0) return;
    const double hours = amount * pace / 2 / 3600;
    table.rows.push_back({method, fmt::format("{:.2g}", amount),
                          error > 0 ? fmt::format("{:.1g}", 1.96 * error) : skipped, fmt::format("{:.3g}", hours / 24),
                          fmt::format("{:.2g} %", 100 / hours)});
  };
  for (const auto& [name, order] : {std::pair("scan, row by row, rotation fixed", "rowscan"),
                                    {"scan, by diagonals, rotation fixed", "diagonal"},
                                    {"scan, the ring of border pieces first, rotation fixed", "spiral-in"}}) {
    const auto tree = edge::probe_tree(puzzle.edge(), edge::path_named(puzzle.edge(), order), {.probes = 10'000}, stop);
    if (!tree.complete) break;
    add(name, tree.nodes / 4, tree.nodes_error / 4, scan_pace);
  }
  const auto ring = edge::meet::RingPuzzle::make_of_any_size(puzzle.edge());
  add(fmt::format("meet, words of {} bits", ring->words.bits()), split_of(puzzle)->work(), 0, meet_pace);
  table.notes = {
      "Nodes by 10 000 probes, fillings by what meet expects with 4 GB (good to a factor of three), time by the pace "
      "on what was measured above, with both cores busy; for meet it is too low (docs/engines/meet.md). The board was "
      "first solved by plain search in three weeks, "
      "1.9·10^14 nodes, in 2011."};
  return table;
}

Table ranking_table(const std::vector<Ranking>& rankings) {
  Table table{"Openings: what ranking them is worth",
              {"instance", "openings", "beforehand, s", "nodes below them", "as they come", "largest first",
               "smallest first", "widest domains first", "narrowest domains first"},
              {},
              {}};
  const auto reached = [](const Ranking::Order& order) {
    return fmt::format("{} ({:.0f} %)", grouped(order.to_first), 100 * order.after_a_tenth);
  };
  for (const Ranking& r : rankings)
    table.rows.push_back({r.trial->name, grouped(r.openings), fmt::format("{:.3g}", r.before_seconds), grouped(r.nodes),
                          reached(r.plain), reached(r.largest), reached(r.smallest), reached(r.widest),
                          reached(r.narrowest)});
  table.notes = {
      "`scan` with the rotation fixed. Nodes until the first solution, whole openings counted, and in brackets the "
      "share of all solutions that is found in a tenth of the work. Large: many boards two placements further; wide: "
      "many pieces fit the cells around."};
  return table;
}

/// Instances of one family are joined in the picture.
std::string_view family_of(const Trial& trial) {
  return std::string_view(trial.name).substr(0, trial.name.find_first_of(" -"));
}

Picture draw_times(const std::vector<Trial>& all_trials, const std::vector<Method>& all_methods,
                   const std::vector<Row>& rows) {
  static constexpr render::Rgb colours[] = {
      {127, 140, 141}, {44, 62, 80},   {93, 109, 126}, {245, 176, 65}, {230, 126, 34}, {192, 57, 43}, {39, 174, 96},
      {20, 90, 50},    {26, 188, 156}, {142, 68, 173}, {231, 84, 128}, {212, 172, 13}, {36, 113, 163}};
  render::Chart chart{
      "Time to all solutions", "CPU seconds of one thread, what is computed beforehand included", "seconds", {}, true};
  std::vector<std::size_t> column_of;
  for (const Trial& trial : all_trials) {
    if (&trial != &all_trials.front() && family_of(trial) != family_of(*(&trial - 1))) chart.columns.push_back("");
    column_of.push_back(chart.columns.size());
    chart.columns.push_back(trial.name.starts_with(generated) ? "gen. " + trial.name.substr(generated.size())
                                                              : trial.name);
  }
  for (std::size_t m = 0; m < all_methods.size(); ++m) {
    std::vector<double> seconds(chart.columns.size(), 0);
    for (const Row& row : rows)
      if (row.method == &all_methods[m])
        seconds[column_of[static_cast<std::size_t>(row.trial - all_trials.data())]] = row.outcome.total().value_or(0);
    chart.series.push_back({all_methods[m].name, render::logarithms(seconds), render::Series::Drawn::line,
                            colours[m % std::size(colours)]});
  }
  return {"smartforce.svg", "CPU seconds to all solutions",
          render::document(render::chart_picture(chart), "smartforce: time to all solutions", 16)};
}

bool wants_measured(const Context& context, const Trial& trial) {
  return !trial.is_long || !context.quick || !context.tables.empty();
}

/// What was kept, or is measured now; empty if neither is possible.
std::vector<Row> rows_of(const Context& context, const Trial& trial, const std::vector<Method>& all_methods,
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
      rows.push_back({&trial, &method, outcome_of(trial, method, limit, context.stop)});
      if (!context.stopped()) kept.add(trial, method, rows.back().outcome);
    }
  }
  return rows;
}

std::vector<Ranking> all_rankings(const Context& context, const std::vector<Trial>& all_trials) {
  std::vector<Ranking> rankings;
  for (const Trial& trial : all_trials) {
    if (trial.is_long || context.stopped()) continue;
    context.working(fmt::format("{}: openings", trial.name));
    if (const auto ranking = ranking_of(trial, full_limit, context.stop)) rankings.push_back(*ranking);
  }
  return rankings;
}

Report run_smartforce_study(const Context& context) {
  const std::vector<Trial> all_trials = smartforce_trials();
  const std::vector<Method> all_methods = methods();
  KeptRows kept(context.keep);
  Report report;
  report.title = "Smartforce: is accumulating data better than speeding up plain search?";
  report.preface = {
      "F. Chen (LIRMM, 2016) proposed to beat brute force on Eternity II by data computed beforehand: propagation over "
      "cells, pieces, borders and colours, corollas, openings and finals. The chapters with results are empty. These "
      "tables fill them: CPU seconds of one thread, solutions verified, "
      "the cost of what is computed beforehand included. A node is a placement; for `corolla` it is the placement of a "
      "corolla, up to five pieces; for `meet` also a filling of a row.",
      fmt::format(
          "Made by `tesselle study smartforce{}{} --markdown FILE`. \"All\" means every symmetric copy, except "
          "where the rotation is fixed.{}",
          context.quick ? " --quick" : "", context.keep ? " --keep ROWS" : "",
          context.keep ? " Rows measured before are taken from the file ROWS, which is beside this page." : "")};
  std::vector<Row> rows;
  for (const Trial& trial : all_trials) {
    if (!context.wants(trial.name)) continue;
    const std::vector<Row> own = rows_of(context, trial, all_methods, kept);
    rows.insert(rows.end(), own.begin(), own.end());
    if (!own.empty()) report.tables.push_back(trial_table(trial, rows));
  }
  std::vector<Ranking> rankings;
  if (context.wants("openings") && !context.stopped()) {
    rankings = all_rankings(context, all_trials);
    report.tables.push_back(ranking_table(rankings));
  }
  if (context.wants("estimate") && !context.stopped()) {
    report.tables.push_back(estimates_table(rows, context.stop));
    report.tables.push_back(moonshot_table(rows, context.stop));
  }
  if (context.tables.empty() && !context.stopped()) {
    report.pictures.push_back(draw_times(all_trials, all_methods, rows));
    report.conclusion = conclude(rows, rankings);
  }
  return report;
}

}  // namespace

Study smartforce_study() {
  return {"smartforce", "does data computed beforehand beat plain search? (the question of Chen 2016)",
          run_smartforce_study};
}

}  // namespace tesselle::study
