#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/errors.hpp"
#include "edge/generate/generate.hpp"
#include "edge/tables/paths.hpp"
#include "formats/formats.hpp"
#include "reporter.hpp"
#include "study.hpp"

namespace tesselle {
namespace {

/// One way to search: an engine and how it chooses cells and values.
struct Way {
  std::string engine, cells, values;
  std::vector<std::pair<std::string, std::string>> options;
};

/// S1's paths for plain search; for smart search each path, and each choice of cells with each choice of values.
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

struct Budgets {
  std::uint64_t scan, smart, memo;  ///< nodes
};
constexpr Budgets full_budgets = {100'000'000, 15'000, 30'000'000};
constexpr Budgets quick_budgets = {1'000'000, 1'000, 1'000'000};

struct Subject {
  std::string table;  ///< for --table
  Puzzle puzzle;
};

Subject generated_subject(int size) {
  edge::Instance instance = edge::generate_instance({.width = size, .height = size, .seed = 1});
  return {fmt::format("{}x{}", size, size), std::move(instance.puzzle)};
}

std::vector<Subject> all_subjects() {
  std::vector<Subject> subjects;
  for (const int size : {4, 5, 6, 7}) subjects.push_back(generated_subject(size));
  for (const char* name : {"owen-3x3", "owen-4x4", "owen-5x5", "owen-6x6"})
    subjects.push_back({name, load_puzzle(name)});
  return subjects;
}

struct Result {
  Way way;
  YardstickMeasurement found;
};

std::string seconds_text(double seconds) { return fmt::format("{:.{}f}", seconds, seconds < 0.1 ? 4 : 2); }

bool finished(const Result& result) { return result.found.exhausted; }

class Yardstick {
 public:
  explicit Yardstick(const StudyContext& context) : context_(context) {}

  StudyTable table(const Subject& subject) {
    const std::vector<Result> results = measure(subject);
    check_equal(subject, results);
    StudyTable table{subject.table + ": " + description(subject.puzzle),
                     {"engine", "cells", "values", "first: nodes", "first: s", "solutions", "nodes", "s"},
                     {},
                     {}};
    for (const Result& result : results) table.rows.push_back(row(result));
    add_verdict(subject, results);
    return table;
  }

  StudyTable verdicts() const {
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

  std::vector<Result> measure(const Subject& subject) const {
    const Budgets& budgets = context_.quick ? quick_budgets : full_budgets;
    std::vector<Result> results;
    for (const Way& way : all_ways()) {
      if (context_.stopped()) break;
      context_.working(fmt::format("{}: {}, {}, {}", subject.table, way.engine, way.cells, way.values));
      const std::uint64_t nodes = way.engine == "scan" ? budgets.scan : budgets.smart;
      results.push_back({way, measure_yardstick(subject.puzzle, way.engine, way.options, nodes)});
    }
    if (context_.stopped()) return results;
    context_.working(subject.table + ": memo");
    results.push_back({{"memo", "auto", "", {}}, measure_yardstick(subject.puzzle, "memo", {}, budgets.memo)});
    return results;
  }

  static void check_equal(const Subject& subject, const std::vector<Result>& results) {
    const auto known = std::find_if(results.begin(), results.end(), finished);
    for (const Result& result : results)
      if (finished(result) && result.found.solutions != known->found.solutions)
        throw InternalError(fmt::format("study yardstick: {} has {} solutions by {} {}, but {} by {} {}", subject.table,
                                        result.found.solutions, result.way.engine, result.way.cells,
                                        known->found.solutions, known->way.engine, known->way.cells));
  }

  static std::vector<std::string> row(const Result& result) {
    const YardstickMeasurement& found = result.found;
    const std::string more = found.exhausted ? "" : "> ";
    return {result.way.engine,
            result.way.cells,
            result.way.values,
            found.first_nodes ? grouped(*found.first_nodes) : skipped,
            found.first_nodes ? seconds_text(found.first_seconds) : skipped,
            found.exhausted ? grouped(found.solutions) : skipped,
            more + grouped(found.nodes),
            more + seconds_text(found.cpu_seconds)};
  }

  /// The best of those that are eligible, by what `value` says; nothing if none is.
  template <class Eligible, class Value>
  static const Result* best(const std::vector<Result>& results, Eligible eligible, Value value) {
    const Result* found = nullptr;
    for (const Result& result : results)
      if (eligible(result) && (found == nullptr || value(result) < value(*found))) found = &result;
    return found;
  }

  static std::string name(const Way& way) {
    return fmt::format("{} {}{}", way.engine, way.cells, way.values == "lexicographic" ? "" : " / " + way.values);
  }

  void add_verdict(const Subject& subject, const std::vector<Result>& results) {
    const auto searched = [](const Result& r) { return finished(r) && r.way.engine != "memo"; };
    const auto seconds = [](const Result& r) { return r.found.cpu_seconds; };
    const auto nodes = [](const Result& r) { return static_cast<double>(r.found.nodes); };
    const Result* fastest = best(results, searched, seconds);
    const Result* fewest = best(results, searched, nodes);
    const Result* first = best(
        results, [](const Result& r) { return r.found.first_nodes.has_value(); },
        [](const Result& r) { return r.found.first_seconds; });
    std::vector<std::string> row = {subject.table};
    if (fastest != nullptr)
      row.insert(row.end(), {name(fastest->way), seconds_text(seconds(*fastest)), grouped(fastest->found.nodes),
                             name(fewest->way), grouped(fewest->found.nodes), seconds_text(seconds(*fewest))});
    else
      row.insert(row.end(), 6, skipped);
    row.push_back(first != nullptr ? name(first->way) : skipped);
    row.push_back(first != nullptr ? seconds_text(first->found.first_seconds) : skipped);
    verdicts_.push_back(std::move(row));
    add_contest(results, searched, seconds);
  }

  /// Plain against smart on one instance: who was faster over the whole tree.
  template <class Searched, class Seconds>
  void add_contest(const std::vector<Result>& results, Searched searched, Seconds seconds) {
    const auto of = [&](const char* engine) {
      return best(
          results, [&](const Result& r) { return searched(r) && r.way.engine == engine; }, seconds);
    };
    const Result* plain = of("scan");
    const Result* smart = of("smart");
    if (plain == nullptr && smart == nullptr) return;
    const bool plain_wins = smart == nullptr || (plain != nullptr && seconds(*plain) <= seconds(*smart));
    ++(plain_wins ? plain_won_ : smart_won_);
    if (plain == nullptr || smart == nullptr) return;
    node_ratios_.push_back(static_cast<double>(plain->found.nodes) / static_cast<double>(smart->found.nodes));
    time_ratios_.push_back(seconds(*smart) / std::max(1e-6, seconds(*plain)));
  }

  std::vector<std::string> closing_lines() const {
    std::vector<std::string> lines = {fmt::format(
        "Whole trees that were finished: bruteforce (`scan`) is the faster on {}, smartforce (`smart`) on {}.",
        plain_won_, smart_won_)};
    if (!node_ratios_.empty()) {
      const auto [low, high] = std::minmax_element(node_ratios_.begin(), node_ratios_.end());
      const auto [quick, slow] = std::minmax_element(time_ratios_.begin(), time_ratios_.end());
      lines.push_back(fmt::format(
          "Where both finished, the fastest `scan` makes {:.3g} to {:.3g} times the nodes of the fastest `smart`, and "
          "`smart` takes {:.3g} to {:.3g} times as long{}.",
          *low, *high, *quick, *slow, *quick > 1 ? ": looking ahead costs more than the nodes it saves" : ""));
    }
    lines.push_back("All searches that ended found the same number of solutions, and so did `memo`.");
    return lines;
  }

  const StudyContext& context_;
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

StudyTable clue_table(const StudyContext& context) {
  constexpr std::uint64_t published = 2'195'647'488;
  const Puzzle puzzle = load_puzzle("clue3");
  context.working("clue3: memo");
  const Measurement found = measure_count(puzzle, "memo", SearchSymmetry::whole);
  const Multiplicity times = multiplicity(puzzle.edge());
  const std::uint64_t labelled = found.solutions * times.twins * times.turns;
  return {
      "clue3: two ways to count",
      {"reading", "boards", "published", ""},
      {{"as one sees them", grouped(found.solutions), "", ""},
       {"the same up to rotation", grouped(found.distinct), "", ""},
       {"twins and equal turns told apart", grouped(labelled), grouped(published),
        labelled == published ? "equal" : "differs"}},
      {fmt::format("Exchanging twins gives {} ways to say which piece is which, and pieces that look the same after "
                   "half a turn {} ways to say how they lie: {} × {} × {} = {}.",
                   times.twins, times.turns, grouped(found.solutions), times.twins, times.turns, grouped(labelled)),
       fmt::format("Counted by `memo` in {} nodes, {:.2f} s.", grouped(found.nodes), found.cpu_seconds)}};
}

StudyReport run_yardstick(const StudyContext& context) {
  StudyReport report;
  report.title = "The yardstick: bruteforce and smartforce side by side";
  report.preface = {
      "F. Chen's report (2016) proposes four measurements of a search for edge-matching puzzles (time and nodes to the "
      "first solution, number of solutions, nodes and time of the whole tree), several fixed paths, and cell and value "
      "choices by domain size, but its chapter of results is empty. Here they are, on instances that obey its two laws "
      "(generated, seed 1) and on Owen's published ones. Bruteforce is `scan`, smartforce is `smart` with all its "
      "layers. Every rotation of the board is searched. Times are user CPU seconds of one thread.",
      context.quick
          ? "Made by `tesselle study yardstick --quick --markdown FILE`: at most a million nodes of `scan` and a "
            "thousand of `smart` each."
          : "Made by `tesselle study yardstick --markdown FILE`. A search is given 100 million nodes of `scan`, "
            "15 000 of `smart`; where that was not enough (>), its solutions are not known (–). `memo` "
            "only counts: a third opinion."};
  Yardstick yardstick(context);
  for (const Subject& subject : all_subjects())
    if (context.wants(subject.table) && !context.stopped()) report.tables.push_back(yardstick.table(subject));
  if (!report.tables.empty()) report.tables.push_back(yardstick.verdicts());
  if (context.wants("clue3") && !context.stopped()) report.tables.push_back(clue_table(context));
  return report;
}

}  // namespace

Study yardstick_study() {
  return {"yardstick",
          "four measurements of plain and smart search (Chen 2016, section 4): tables 4x4 … owen-6x6, clue3",
          run_yardstick};
}

}  // namespace tesselle
