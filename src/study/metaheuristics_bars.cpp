#include "study/metaheuristics_bars.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "study/measurement.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

/// What `tesselle optimise` should reach in a minute on two cores.
struct Bar {
  const char* puzzle;
  int best;  ///< conflicts, of five runs
  std::optional<int> median;
};
const std::vector<Bar> optimise_bars = {{"inf6102-a", 0, 0},
                                        {"inf6102-b", 0, 0},
                                        {"inf6102-c", 0, 0},
                                        {"inf6102-d", 3, 5},
                                        {"inf6102-e", 5, 7},
                                        {"eternity2", 14, 15},
                                        {"eternity2-centre", 14, 15},
                                        {"eternity2-clues", 24, 26},
                                        {"meta-10x10", 7, std::nullopt},
                                        {"meta-12x12", 8, std::nullopt},
                                        {"meta-14x14", 14, std::nullopt},
                                        {"meta-16x16", 19, std::nullopt}};

int score_at(const BestFound& run, double seconds) {
  int score = 0;
  for (const auto& [when, reached] : run.history)
    if (when <= seconds) score = reached;
  return score;
}

/// The lower one of the two in the middle, if they are an even number.
template <class Of>
int median_of(const std::vector<BestFound>& runs, Of of) {
  std::vector<int> values;
  for (const BestFound& run : runs) values.push_back(of(run));
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

std::vector<std::string> bar_cells(const Bar& bar, const std::vector<BestFound>& runs, double budget) {
  const int edges = runs.front().max_score;
  const auto wanted = [&](std::optional<int> conflicts) {
    return conflicts ? fmt::format("{}", edges - *conflicts) : skipped;
  };
  std::vector<std::string> scores, seconds;
  int best = 0;
  for (const BestFound& run : runs) {
    best = std::max(best, run.score);
    scores.push_back(std::to_string(run.score));
    seconds.push_back(fmt::format("{:.1f}", run.seconds));
  }
  const auto final_score = [](const BestFound& run) { return run.score; };
  const auto early_score = [&](const BestFound& run) { return score_at(run, budget / 3); };
  const int middle = median_of(runs, final_score);
  const bool met = best >= edges - bar.best && (!bar.median || middle >= edges - *bar.median);
  return {bar.puzzle,
          std::to_string(edges),
          wanted(bar.best),
          wanted(bar.median),
          std::to_string(best),
          std::to_string(middle),
          std::to_string(median_of(runs, early_score)),
          fmt::format("{}", fmt::join(scores, " ")),
          fmt::format("{}", fmt::join(seconds, " ")),
          met ? "yes" : "no"};
}

}  // namespace

Table bars_table(const Context& context, double budget, int runs) {
  Table table{fmt::format("Table 7: what optimise reaches in {:g} s, matching edges", budget),
              {"puzzle", "of", "goal: best", "goal: median", "best", "median",
               fmt::format("median after {:g} s", budget / 3), "each seed", "seconds to best", "met"},
              {},
              {}};
  for (const Bar& bar : optimise_bars) {
    if (!context.wants_puzzle(bar.puzzle)) continue;
    const Puzzle puzzle = load_puzzle(bar.puzzle);
    std::vector<BestFound> found;
    for (int seed = 1; seed <= runs && !context.stopped(); ++seed) {
      context.working(fmt::format("table 7: {}, seed {}", bar.puzzle, seed));
      // The seeds that docs/studies/metaheuristics.md was measured with.
      const Effort effort{{.seconds = budget}, static_cast<std::uint64_t>(seed * 1000), default_threads()};
      found.push_back(measure_best(puzzle, "auto", effort, context.stop));
    }
    if (context.stopped()) break;
    table.rows.push_back(bar_cells(bar, found, budget));
    context.working(fmt::format("{}", fmt::join(table.rows.back(), " | ")));
  }
  if (table.rows.empty() && !context.stopped()) throw UsageError("--puzzle: table 7 has no such puzzle");
  return table;
}

}  // namespace tesselle::study
