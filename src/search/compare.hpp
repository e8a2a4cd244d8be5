#pragma once

#include "search/runs.hpp"

/// Engines, or one engine with different options, side by side: the same puzzles, the same seeds, the same limits.
namespace tesselle {

/// An engine with options other than its defaults.
struct Variant {
  std::string label;  ///< as it was written
  std::string engine;
  std::map<std::string, std::string> options{};
};
/// "swap", "anneal:temperature=2", "anneal:temperature=2,cooling=500"; throws UsageError naming the option.
Variant parse_variant(const std::string& text, const std::string& option = "--variant");

struct ComparisonRequest {
  std::vector<std::shared_ptr<const Puzzle>> puzzles;
  std::vector<Variant> variants;  ///< the first one is what the others are compared with
  std::vector<std::uint64_t> seeds;
  Goal goal = Goal::best;
  Limits limits;
  unsigned threads = 1;
  std::optional<int> target{};
  std::optional<Symmetry> symmetry{};
  const Measure* measure = nullptr;  ///< what the runs are compared by; null: what matters most for the goal
};

/// The runs of one variant on one puzzle, one per seed.
struct ComparisonCell {
  std::size_t puzzle = 0, variant = 0;
  std::vector<RunRow> rows;
};

struct Comparison {
  const Measure* measure = nullptr;
  std::vector<std::string> puzzles, variants;
  std::vector<ComparisonCell> cells;  ///< puzzle by puzzle
  std::size_t planned = 0, done = 0;  ///< seeds; a seed is done when every cell has its row

  const ComparisonCell& cell(std::size_t puzzle, std::size_t variant) const {
    return cells[puzzle * variants.size() + variant];
  }
};

/// Throws UsageError if a variant cannot run on a puzzle.
void require_comparable(const ComparisonRequest& request);

/// Throws as require_comparable() before anything runs. Variants take turns, seed by seed, so
/// that what slows the machine down meanwhile slows all of them down. A stop ends it after the last seed that is done.
/// `told` is called with every run that has ended.
using RunTold = std::function<void(const std::string& puzzle, const std::string& variant, const RunRow& row)>;
Comparison compare(const ComparisonRequest& request, const RunTold& told = {}, const std::stop_token& stop = {});

/// What a run is worth in a comparison: a run that never got there took for ever, and no board scores nothing.
double compared_value(const Measure& measure, const RunRow& row);

/// A variant against the first one on one puzzle, paired by seed.
struct PairedTest {
  std::size_t puzzle = 0, variant = 0;
  std::size_t better = 0, equal = 0, worse = 0;  ///< seeds; better by the measure's own direction
  double difference = 0;                         ///< median of the paired differences, variant minus first
  SignedRank test{};
  double corrected_p = 1;  ///< for all tests of the comparison together, by Holm
};
std::vector<PairedTest> paired_tests(const Comparison& comparison);

/// Every run, with its variant; the columns are those of runs_csv.
std::string comparison_csv(const Comparison& comparison);
/// One line, without the newline: "event": "comparison".
std::string comparison_json(const Comparison& comparison);
/// For each puzzle: every run's value with the medians, and the medians over time.
std::string comparison_svg(const Comparison& comparison);

}  // namespace tesselle
