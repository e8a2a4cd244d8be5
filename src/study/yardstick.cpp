#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/readable.hpp"
#include "edge/generate/generate.hpp"
#include "edge/tables/paths.hpp"
#include "study/measurement.hpp"
#include "study/study.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

/// One way to search: an engine and how it chooses cells and values.
struct Way {
  std::string engine, cells, values;
  std::map<std::string, std::string> options;
};

/// Chen's paths for plain search; for smart search each path, and each choice of cells with each choice of values.
std::vector<Way> all_ways() {
  std::vector<Way> ways;
  const std::string plain = "lexicographic";
  for (const std::string& path : edge::path_names()) ways.push_back({"scan", path, plain, {{"order", path}}});
  ways.push_back({"scan", "comb", plain, {{"order", "comb"}}});
  for (const std::string& path : edge::path_names()) ways.push_back({"smart", path, plain, {{"cells", path}}});
  for (const std::string cells : {"rowscan", "pessimistic", "optimistic"})
    for (const std::string values : {"lexicographic", "pessimistic", "optimistic"})
      if (cells != "rowscan" || values != plain)
        ways.push_back({"smart", cells, values, {{"cells", cells}, {"choice", values}}});
  return ways;
}

struct NodeBudgets {
  std::uint64_t scan, smart, memo;  ///< nodes
};
constexpr NodeBudgets full_budgets = {100'000'000, 15'000, 30'000'000};
constexpr NodeBudgets quick_budgets = {1'000'000, 1'000, 1'000'000};

struct YardstickSubject {
  std::string table;  ///< for --table
  Puzzle puzzle;
};

YardstickSubject generated_subject(int size) {
  edge::Instance instance = edge::generate_instance({.width = size, .height = size, .seed = 1});
  return {fmt::format("{}x{}", size, size), std::move(instance.puzzle)};
}

std::vector<YardstickSubject> all_subjects() {
  std::vector<YardstickSubject> subjects;
  for (const int size : {4, 5, 6, 7}) subjects.push_back(generated_subject(size));
  for (const char* name : {"owen-3x3", "owen-4x4", "owen-5x5", "owen-6x6"})
    subjects.push_back({name, load_puzzle(name)});
  return subjects;
}

struct WayResult {
  Way way;
  Measurement found;
};

std::string yardstick_seconds(double seconds) { return fmt::format("{:.{}f}", seconds, seconds < 0.1 ? 4 : 2); }

bool was_finished(const WayResult& result) { return result.found.ended; }

class Yardstick {
 public:
  explicit Yardstick(const Context& context) : context_(context) {}

  Table table(const YardstickSubject& subject) {
    const std::vector<WayResult> results = measure_all(subject);
    check_equal(subject, results);
    Table table{subject.table + ": " + description(subject.puzzle),
                {"engine", "cells", "values", "first: nodes", "first: s", "solutions", "nodes", "s"},
                {},
                {}};
    for (const WayResult& result : results) table.rows.push_back(row(result));
    add_verdict(subject, results);
    return table;
  }

  Table verdicts() const {
    return {
        "Which wins where",
        {"instance", "whole tree: fastest", "s", "its nodes", "fewest nodes", "nodes", "its s", "first: fastest", "s"},
        verdicts_,
        closing_lines()};
  }

 private:
  static std::string description(const Puzzle& puzzle) {
    const EdgePuzzle& edge = puzzle.edge();
    return fmt::format("{} pieces, {} colours", edge.pieces.size(), edge.mate.size() - (edge.frame ? 1 : 0));
  }

  std::vector<WayResult> measure_all(const YardstickSubject& subject) const {
    const NodeBudgets& budgets = context_.quick ? quick_budgets : full_budgets;
    std::vector<WayResult> results;
    for (const Way& way : all_ways()) {
      if (context_.stopped()) break;
      context_.working(fmt::format("{}: {}, {}, {}", subject.table, way.engine, way.cells, way.values));
      const std::uint64_t nodes = way.engine == "scan" ? budgets.scan : budgets.smart;
      results.push_back({way, measured(subject, way, nodes)});
    }
    if (context_.stopped()) return results;
    context_.working(subject.table + ": memo");
    const Way memo{"memo", "auto", "", {}};
    results.push_back({memo, measured(subject, memo, budgets.memo)});
    return results;
  }

  Measurement measured(const YardstickSubject& subject, const Way& way, std::uint64_t max_nodes) const {
    return measure(subject.puzzle, {.engine = way.engine, .options = way.options, .nodes = max_nodes}, context_.stop);
  }

  static void check_equal(const YardstickSubject& subject, const std::vector<WayResult>& results) {
    const auto known = std::find_if(results.begin(), results.end(), was_finished);
    for (const WayResult& result : results)
      if (was_finished(result) && result.found.solutions != known->found.solutions)
        throw InternalError(fmt::format("study yardstick: {} has {} solutions by {} {}, but {} by {} {}", subject.table,
                                        result.found.solutions, result.way.engine, result.way.cells,
                                        known->found.solutions, known->way.engine, known->way.cells));
  }

  static std::vector<std::string> row(const WayResult& result) {
    const Measurement& found = result.found;
    const std::string more = found.ended ? "" : "> ";
    return {result.way.engine,
            result.way.cells,
            result.way.values,
            found.first ? grouped(found.first->nodes) : skipped,
            found.first ? yardstick_seconds(found.first->cpu_seconds) : skipped,
            found.ended ? grouped(found.solutions) : skipped,
            more + grouped(found.nodes),
            more + yardstick_seconds(found.cpu_seconds)};
  }

  /// The best of those that are eligible, by what `value` says; null if none is.
  template <class Eligible, class Value>
  static const WayResult* best(const std::vector<WayResult>& results, Eligible eligible, Value value) {
    const WayResult* found = nullptr;
    for (const WayResult& result : results)
      if (eligible(result) && (found == nullptr || value(result) < value(*found))) found = &result;
    return found;
  }

  static std::string name(const Way& way) {
    return fmt::format("{} {}{}", way.engine, way.cells, way.values == "lexicographic" ? "" : " / " + way.values);
  }

  void add_verdict(const YardstickSubject& subject, const std::vector<WayResult>& results) {
    const auto searched = [](const WayResult& r) { return was_finished(r) && r.way.engine != "memo"; };
    const auto seconds = [](const WayResult& r) { return r.found.cpu_seconds; };
    const auto nodes = [](const WayResult& r) { return static_cast<double>(r.found.nodes); };
    const WayResult* fastest = best(results, searched, seconds);
    const WayResult* fewest = best(results, searched, nodes);
    const WayResult* first = best(
        results, [](const WayResult& r) { return r.found.first.has_value(); },
        [](const WayResult& r) { return r.found.first->cpu_seconds; });
    std::vector<std::string> row = {subject.table};
    if (fastest != nullptr)
      row.insert(row.end(), {name(fastest->way), yardstick_seconds(seconds(*fastest)), grouped(fastest->found.nodes),
                             name(fewest->way), grouped(fewest->found.nodes), yardstick_seconds(seconds(*fewest))});
    else
      row.insert(row.end(), 6, skipped);
    row.push_back(first != nullptr ? name(first->way) : skipped);
    row.push_back(first != nullptr ? yardstick_seconds(first->found.first->cpu_seconds) : skipped);
    verdicts_.push_back(std::move(row));
    add_contest(results, searched, seconds);
  }

  /// Plain against smart on one instance: which was faster over the whole tree.
  template <class Searched, class Seconds>
  void add_contest(const std::vector<WayResult>& results, Searched searched, Seconds seconds) {
    const auto of = [&](const char* engine) {
      return best(
          results, [&](const WayResult& r) { return searched(r) && r.way.engine == engine; }, seconds);
    };
    const WayResult* plain = of("scan");
    const WayResult* smart = of("smart");
    if (plain == nullptr && smart == nullptr) return;
    const bool plain_wins = smart == nullptr || (plain != nullptr && seconds(*plain) <= seconds(*smart));
    ++(plain_wins ? plain_won_ : smart_won_);
    if (plain == nullptr || smart == nullptr) return;
    node_ratios_.push_back(static_cast<double>(plain->found.nodes) / static_cast<double>(smart->found.nodes));
    time_ratios_.push_back(seconds(*smart) / std::max(1e-6, seconds(*plain)));
  }

  std::vector<std::string> closing_lines() const {
    std::vector<std::string> lines = {fmt::format(
        "Of the whole trees that were finished, bruteforce (`scan`) is faster on {}, smartforce (`smart`) on {}.",
        plain_won_, smart_won_)};
    if (!node_ratios_.empty()) {
      const auto [low, high] = std::minmax_element(node_ratios_.begin(), node_ratios_.end());
      const auto [quick, slow] = std::minmax_element(time_ratios_.begin(), time_ratios_.end());
      lines.push_back(fmt::format(
          "Where both finished, the fastest `scan` makes {:.3g} to {:.3g} times the nodes of the fastest `smart`, and "
          "`smart` takes {:.3g} to {:.3g} times as long{}.",
          *low, *high, *quick, *slow, *quick > 1 ? ": looking ahead costs more than the nodes it saves" : ""));
    }
    lines.push_back("All searches that were finished found the same number of solutions, and so did `memo`.");
    return lines;
  }

  const Context& context_;
  std::vector<std::vector<std::string>> verdicts_;
  int plain_won_ = 0, smart_won_ = 0;
  std::vector<double> node_ratios_, time_ratios_;
};

/// How often a board is counted if twins and the turns of pieces that look the same are told apart.
struct Multiplicity {
  std::uint64_t twins = 1, turns = 1;
};
Multiplicity multiplicity(const EdgePuzzle& puzzle) {
  const PieceKinds kinds = piece_kinds(puzzle);
  Multiplicity result;
  for (std::size_t kind = 0; kind < kinds.shape.size(); ++kind)
    for (std::uint64_t copy = 1; copy <= kinds.members[kind].size(); ++copy) {
      result.twins *= copy;
      result.turns *= static_cast<std::uint64_t>(4 / kinds.rotations[kind]);
    }
  return result;
}

Table clue_table(const Context& context) {
  constexpr std::uint64_t published = 2'195'647'488;
  const Puzzle puzzle = load_puzzle("clue3");
  context.working("clue3: memo");
  const Measurement found = measure(puzzle, {.engine = "memo"}, context.stop);
  const Multiplicity times = multiplicity(puzzle.edge());
  const std::uint64_t labelled = found.solutions * times.twins * times.turns;
  return {
      "clue3: two ways to count",
      {"reading", "boards", "published", ""},
      {{"boards that look different", grouped(found.solutions), "", ""},
       {"up to rotation", grouped(found.distinct), "", ""},
       {"equal pieces and equal turns told apart", grouped(labelled), grouped(published),
        labelled == published ? "equal" : "differs"}},
      {fmt::format("Equal pieces can be exchanged in {} ways, and pieces that look the same after half a turn can be "
                   "turned in {} ways: {} × {} × {} = {}.",
                   times.twins, times.turns, grouped(found.solutions), times.twins, times.turns, grouped(labelled)),
       fmt::format("Counted by `memo` in {} nodes, {:.2f} s.", grouped(found.nodes), found.cpu_seconds)}};
}

Report run_yardstick(const Context& context) {
  Report report;
  report.title = "The yardstick: bruteforce and smartforce side by side";
  report.preface = {
      "F. Chen's report (2016) proposes four measurements of a search for edge-matching puzzles (time and nodes to the "
      "first solution, number of solutions, nodes and time of the whole tree), several fixed paths, and cell and value "
      "choices by domain size, but its chapter of results is empty. Here they are, on instances that obey its two laws "
      "(generated, seed 1) and on Owen's published ones. Bruteforce is `scan`, smartforce is `smart` with all its "
      "layers. Every rotation of the board is searched. Times are CPU seconds of one thread.",
      context.quick
          ? "Made by `tesselle study yardstick --quick --markdown FILE`: at most a million nodes of `scan` and a "
            "thousand of `smart` each."
          : "Made by `tesselle study yardstick --markdown FILE`. A search is given 100 million nodes of `scan`, "
            "15 000 of `smart`; where that was not enough (>), the number of solutions is not known (–). `memo` "
            "only counts: a third opinion."};
  Yardstick yardstick(context);
  for (const YardstickSubject& subject : all_subjects())
    if (context.wants(subject.table) && !context.stopped()) report.tables.push_back(yardstick.table(subject));
  if (!report.tables.empty()) report.tables.push_back(yardstick.verdicts());
  if (context.wants("clue3") && !context.stopped()) report.tables.push_back(clue_table(context));
  return report;
}

}  // namespace

Study yardstick_study() {
  return {"yardstick",
          "four measurements of plain and smart search (Chen 2016, section 4): tables 4x4 … owen-6x6, clue3",
          run_yardstick, false};
}

}  // namespace tesselle::study
