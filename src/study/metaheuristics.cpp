#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/clock.hpp"
#include "base/samples.hpp"
#include "study/measurement.hpp"
#include "study/metaheuristics_bars.hpp"
#include "study/metaheuristics_figure.hpp"
#include "study/study.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

using metaheuristics::Series;

constexpr double standard_budget = 60, quick_budget = 1;
constexpr int standard_runs = 5, greedy_boards = 50;

const std::vector<std::string> instance_names = {"A", "B", "C", "D", "E", "complete"};
const std::vector<std::string> instance_puzzles = {"inf6102-a", "inf6102-b", "inf6102-c",
                                                   "inf6102-d", "inf6102-e", "inf6102-complete"};
using TextRow = std::vector<std::string>;

/// What Peter-Hémon and Lamarche print, one value per instance.
struct PublishedTable {
  std::vector<std::pair<std::string, TextRow>> rows;
  std::vector<int> best;
};
const PublishedTable table1 = {{{"best, published", {"0", "11", "19", "26", "31", "81"}},
                                {"mean, published", {"4.12", "17", "27.42", "34.48", "38.52", "97.66"}},
                                {"standard deviation, published", {"4.85", "2.99", "3.48", "4.06", "3.74", "7.09"}},
                                {"seconds per board, published", {"2.1e-3", "1.6e-2", "0.03", "0.04", "0.06", "0.40"}}},
                               {0, 11, 19, 26, 31, 81}};
const PublishedTable table2 = {
    {{"best, published (10 min)", {"0", "5", "17", "19", "21", "73"}},
     {"mean of local minima, published", {"0", "12.07", "26.19", "29.71", "36.91", "105.41"}},
     {"standard deviation, published", {"0", "3.13", "3.58", "3.77", "4.35", "7.27"}},
     {"restarts, published", {"0", "1809", "967", "572", "341", "39"}}},
    {0, 5, 17, 19, 21, 73}};
const PublishedTable table3 = {
    {{"best, published (1 h)", {"0", "0", "7", "10", "14", "54"}},
     {"seconds to best, published", {"0", "2401.90", "2228.35", "1379.88", "1920.83", "3547.39"}}},
    {0, 0, 7, 10, 14, 54}};
const PublishedTable table4 = {
    {{"best, published (1 h)", {"0", "2", "9", "13", "20", "66"}},
     {"seconds to best, published", {"0.0", "335.91", "300.05", "2418.77", "263.90", "1270.94"}}},
    {0, 2, 9, 13, 20, 66}};

/// Wauters et al. 2012, one core: matched edges, best and mean.
struct MetaRecord {
  const char *puzzle, *label, *best, *mean, *seconds;
};
constexpr MetaRecord meta_records[] = {{"meta-10x10", "10×10", "172", "170.4", "1200"},
                                       {"meta-12x12", "12×12", "254", "251.9", "1800"},
                                       {"meta-14x14", "14×14", "348", "345.8", "2400"},
                                       {"meta-16x16", "16×16", "460", "457.3", "3600"},
                                       {"eternity2", "Eternity II", "461", "457.6", "3600"}};

std::string deviation(const std::vector<double>& values) {
  if (values.size() < 2) return skipped;
  return fmt::format("{:.2f}", standard_deviation(values));
}

/// Several runs of one engine on one puzzle; those that found no board in their time are left out.
struct RepeatedRuns {
  std::vector<BestFound> runs;

  std::vector<double> conflicts() const {
    std::vector<double> values;
    for (const BestFound& run : runs) values.push_back(run.conflicts);
    return values;
  }
  std::vector<double> scores() const {
    std::vector<double> values;
    for (const BestFound& run : runs) values.push_back(run.score);
    return values;
  }
  const BestFound& best() const {
    return *std::min_element(runs.begin(), runs.end(), [](const BestFound& a, const BestFound& b) {
      return std::pair(a.conflicts, a.seconds) < std::pair(b.conflicts, b.seconds);
    });
  }
  bool empty() const { return runs.empty(); }
  std::string best_conflicts() const { return empty() ? skipped : std::to_string(best().conflicts); }
  std::string mean_conflicts() const { return empty() ? skipped : fmt::format("{:.2f}", mean_of(conflicts())); }
  std::string seconds_to_best() const { return empty() ? skipped : fmt::format("{:.2f}", best().seconds); }
  std::string score_best_and_mean() const {
    return empty() ? skipped : fmt::format("{} / {:.1f}", best().score, mean_of(scores()));
  }
  double statistic(const std::string& name) const {
    double sum = 0;
    for (const BestFound& run : runs)
      for (const Statistic& one : run.statistics.values)
        if (one.name == name) sum += one.value;
    return sum;
  }
};

class MetaheuristicsStudy {
 public:
  explicit MetaheuristicsStudy(const Context& context)
      : context_(context),
        budget_(context.budget.value_or(context.quick ? quick_budget : standard_budget)),
        runs_(context.runs.value_or(context.quick ? 1 : standard_runs)),
        all_threads_(default_threads()) {}

  Report report() {
    Report report;
    report.title = "Eternity II by metaheuristics: Peter-Hémon and Lamarche 2025, and beyond";
    report.preface = {fmt::format(
        "Conflicts: inner edges that do not match and rim sides that are not grey. Ours: {} run{} of {:g} s for each "
        "cell (published: ten minutes or an hour), every board verified. The four methods of the report, annealing and "
        "tabu search run on one "
        "thread, our own engines on {}. Where several runs were made, mean and standard deviation are over the best "
        "boards of the runs; best and seconds to best are of the best run.",
        runs_, runs_ == 1 ? "" : "s", budget_, all_threads_)};
    if (context_.wants("1")) report.tables.push_back(greedy_table());
    if (context_.wants("2")) report.tables.push_back(method_table("Table 2: local search (swap)", "swap", table2));
    if (context_.wants("3"))
      report.tables.push_back(method_table("Table 3: iterated local search (ils)", "ils", table3));
    if (context_.wants("4"))
      report.tables.push_back(method_table("Table 4: large neighbourhood search (lns)", "lns", table4));
    if (context_.wants("5")) report.tables.push_back(own_table());
    if (context_.wants("6")) report.tables.push_back(meta_table());
    if (context_.wants("7")) report.tables.push_back(bars_table(context_, budget_, runs_));
    if (context_.wants("8"))
      report.tables.push_back(
          method_table("Table 8: simulated annealing (anneal), beside their best method (ILS)", "anneal", table3));
    if (context_.wants("9"))
      report.tables.push_back(
          method_table("Table 9: tabu search (tabu), beside their best method (ILS)", "tabu", table3));
    report.pictures.push_back(
        {"metaheuristics.svg", "the best result of each method, published (pale) and ours", figure()});
    return report;
  }

 private:
  static Table with_published(std::string title, const PublishedTable& published) {
    Table table{std::move(title), {"instance"}, {}, {}};
    table.columns.insert(table.columns.end(), instance_names.begin(), instance_names.end());
    for (const auto& [label, values] : published.rows) add_row(table, label, values);
    return table;
  }

  static void add_row(Table& table, const std::string& label, const TextRow& values) {
    TextRow row = {label};
    row.insert(row.end(), values.begin(), values.end());
    table.rows.push_back(std::move(row));
  }

  /// One greedy board per seed; the engine's own best of many is not what the report averages.
  Table greedy_table() {
    Table table = with_published("Table 1: greedy construction (50 boards)", table1);
    TextRow best, average, spread, time;
    for (const std::string& name : instance_puzzles) {
      if (context_.stopped()) break;
      context_.working("table 1: " + name);
      const Puzzle puzzle = load_puzzle(name);
      const Stopwatch watch;
      std::vector<double> conflicts;
      for (int seed = 1; seed <= greedy_boards; ++seed) conflicts.push_back(greedy_conflicts(puzzle, seed));
      const double least = *std::min_element(conflicts.begin(), conflicts.end());
      bests_["greedy"].push_back(static_cast<int>(least));
      best.push_back(fmt::format("{:g}", least));
      average.push_back(fmt::format("{:.2f}", mean_of(conflicts)));
      spread.push_back(deviation(conflicts));
      time.push_back(fmt::format("{:.1e}", watch.seconds() / greedy_boards));
    }
    add_row(table, "best, ours", best);
    add_row(table, "mean, ours", average);
    add_row(table, "standard deviation, ours", spread);
    add_row(table, "seconds per board, ours", time);
    return table;
  }

  double greedy_conflicts(const Puzzle& puzzle, int seed) const {
    const Effort one_board{.limits = {.nodes = 1}, .seed = static_cast<std::uint64_t>(seed)};
    return measure_best(puzzle, "greedy", one_board, context_.stop).conflicts;
  }

  RepeatedRuns repeated(const std::string& puzzle_name, const std::string& engine, unsigned threads,
                        const std::string& what) {
    const Puzzle puzzle = load_puzzle(puzzle_name);
    RepeatedRuns cell;
    for (int run = 1; run <= runs_ && !context_.stopped(); ++run) {
      context_.working(fmt::format("{}: {} with {}, run {}", what, puzzle_name, engine, run));
      // The seeds that docs/studies/metaheuristics.md was measured with.
      const Effort effort{{.seconds = budget_}, static_cast<std::uint64_t>(run * 1000), threads};
      const BestFound best = measure_best(puzzle, engine, effort, context_.stop);
      if (best.max_score > 0) cell.runs.push_back(best);
    }
    return cell;
  }

  Table method_table(const std::string& title, const std::string& engine, const PublishedTable& published) {
    Table table = with_published(title, published);
    TextRow best, average, spread, time, restarts;
    for (const std::string& name : instance_puzzles) {
      if (context_.stopped()) break;
      const RepeatedRuns cell = repeated(name, engine, 1, title.substr(0, 7));
      bests_[engine].push_back(cell.empty() ? std::nullopt : std::optional(cell.best().conflicts));
      best.push_back(cell.best_conflicts());
      average.push_back(cell.mean_conflicts());
      spread.push_back(deviation(cell.conflicts()));
      time.push_back(cell.seconds_to_best());
      restarts.push_back(fmt::format("{:g}", cell.statistic("restarts")));
    }
    add_row(table, fmt::format("best, ours ({:g} s)", budget_), best);
    if (runs_ > 1) add_row(table, "mean of runs, ours", average);
    if (runs_ > 1) add_row(table, "standard deviation, ours", spread);
    add_row(table, "seconds to best, ours", time);
    add_row(table, "restarts, ours", restarts);
    return table;
  }

  struct OwnEngine {
    std::string label, name;
  };
  /// Ours and the one that `auto` chooses, each once.
  static std::vector<OwnEngine> own_engines(const Puzzle& puzzle) {
    SearchRequest request;
    request.puzzle = share(puzzle);
    request.goal = Goal::best;
    const std::string chosen = plan(request).engine;
    std::vector<OwnEngine> engines = {{"schedule", "schedule"}, {"beam", "beam"}, {"repair", "repair"}};
    const auto known =
        std::find_if(engines.begin(), engines.end(), [&](const OwnEngine& engine) { return engine.name == chosen; });
    if (known != engines.end())
      known->label += " (auto)";
    else
      engines.push_back({"auto: " + chosen, chosen});
    return engines;
  }

  Table own_table() {
    Table table{"Table 5: our own engines", {"instance"}, {}, {}};
    table.columns.insert(table.columns.end(), instance_names.begin(), instance_names.end());
    std::map<std::string, std::array<TextRow, 4>> rows;
    std::vector<std::string> order;
    std::vector<std::optional<int>> least;
    for (const std::string& name : instance_puzzles) {
      if (context_.stopped()) break;
      for (const auto& [label, engine] : own_engines(load_puzzle(name))) {
        const RepeatedRuns cell = repeated(name, engine, all_threads_, "table 5");
        if (rows.find(label) == rows.end()) order.push_back(label);
        auto& [best, average, spread, time] = rows[label];
        best.push_back(cell.best_conflicts());
        average.push_back(cell.mean_conflicts());
        spread.push_back(deviation(cell.conflicts()));
        time.push_back(cell.seconds_to_best());
        if (label == order.front()) least.emplace_back();
        if (!cell.empty()) least.back() = std::min(least.back().value_or(1 << 30), cell.best().conflicts);
      }
    }
    bests_["ours"] = least;
    add_row(table, "best published (1 h)", {"0", "0", "7", "10", "14", "54"});
    for (const std::string& label : order) {
      const auto& [best, average, spread, time] = rows[label];
      add_row(table, label + ": best", best);
      if (runs_ > 1) add_row(table, label + ": mean", average);
      if (runs_ > 1) add_row(table, label + ": standard deviation", spread);
      add_row(table, label + ": seconds to best", time);
    }
    return table;
  }

  Table meta_table() {
    Table table{"Table 6: the META'10 instances, matching edges (published: Wauters et al. 2012, one core)",
                {"instance", "of", "best, published", "mean, published", "in seconds"},
                {},
                {}};
    for (const MetaRecord& instance : meta_records) {
      if (context_.stopped()) break;
      const Puzzle puzzle = load_puzzle(instance.puzzle);
      TextRow row = {instance.label, std::to_string(puzzle.edge().inner_edges()), instance.best, instance.mean,
                     instance.seconds};
      for (const auto& [label, engine] : own_engines(puzzle)) {
        if (table.rows.empty()) {
          table.columns.push_back(label + ": best / mean");
          table.columns.push_back("seconds to best");
        }
        const RepeatedRuns cell = repeated(instance.puzzle, engine, all_threads_, "table 6");
        row.push_back(cell.score_best_and_mean());
        row.push_back(cell.seconds_to_best());
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  Series ours(const std::string& name, const std::string& engine, const std::string& colour) const {
    Series series{name, colour, {}};
    if (const auto known = bests_.find(engine); known != bests_.end()) series.conflicts = known->second;
    series.conflicts.resize(instance_names.size());
    return series;
  }

  static Series published(const std::string& name, const PublishedTable& table, const std::string& colour) {
    return {name, colour, {table.best.begin(), table.best.end()}};
  }

  /// Figure 2 of the report: the best result of each method, theirs in pale colours beside ours.
  std::string figure() const {
    const std::vector<Series> series = {published("greedy 2025", table1, "#c9c9c9"),
                                        ours("ours", "greedy", "#7a7a7a"),
                                        published("local search 2025", table2, "#f6c99b"),
                                        ours("ours", "swap", "#e07b1a"),
                                        published("ILS 2025", table3, "#a9cbe8"),
                                        ours("ours", "ils", "#2b6ca8"),
                                        published("LNS 2025", table4, "#b5dcb0"),
                                        ours("ours", "lns", "#3c8f38"),
                                        ours("annealing", "anneal", "#8e5bb5"),
                                        ours("tabu search", "tabu", "#c25a9c"),
                                        ours("best of our engines", "ours", "#b3202c")};
    return metaheuristics::bar_chart(
        fmt::format("Best result of each method, conflicts (Peter-Hémon and Lamarche 2025: up to 1 h; ours: {:g} s)",
                    budget_),
        instance_names, series);
  }

  const Context& context_;
  double budget_;
  int runs_;
  unsigned all_threads_;
  std::map<std::string, std::vector<std::optional<int>>> bests_;
};

}  // namespace

Study metaheuristics_study() {
  return {"metaheuristics",
          "Eternity II as optimisation (Peter-Hémon and Lamarche 2025, tables 1 to 4 and figure 2), our own engines "
          "(table 5), META'10 (table 6), the goals of optimise (table 7), annealing and tabu search (tables 8 and 9)",
          [](const Context& context) { return MetaheuristicsStudy(context).report(); }};
}

}  // namespace tesselle::study
