#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/effort.hpp"
#include "base/samples.hpp"
#include "tesselle/search.hpp"

/// The same search with several seeds: what each run reached and when, statistics over all of them, tables and curves.
namespace tesselle {

/// A moment at which a run had more than before.
struct TracePoint {
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::uint64_t value = 0;  ///< the best score (Goal::best), otherwise the solutions found so far
};

/// What one run came to.
struct RunRow {
  Finished finished;
  double cpu_seconds = 0;
  std::vector<TracePoint> trace;
  std::optional<SolutionRecord> board{};  ///< the best one, or the first solution
};

/// Subscribe hear() to one search; then row() is what it came to.
class RunRecorder {
 public:
  explicit RunRecorder(Goal goal) : goal_(goal) {}
  void hear(const Event& event);
  RunRow row() const { return row_; }

 private:
  void reached(double seconds, std::uint64_t nodes, std::uint64_t value);
  Goal goal_;
  EffortMeter effort_;
  RunRow row_;
};

/// A number of a run: a column of tables, and what runs are compared by.
struct Measure {
  const char* name;   ///< "score", "seconds-to-best", …
  const char* title;  ///< "seconds to best"
  bool more_is_better;
  std::optional<double> (*of)(const RunRow&);  ///< nullopt if the run does not have it
};
std::span<const Measure> measures();
/// Throws UsageError naming all measures.
const Measure& measure_named(const std::string& name, const std::string& option = "--measure");
/// Those that tell most about runs with this goal, the most important first.
std::vector<const Measure*> measures_for(Goal goal, bool with_target);

struct RunSeries {
  std::vector<RunRow> rows;  ///< of the runs that ended by themselves or at a limit
  std::size_t planned = 0;   ///< more than rows if it was stopped
};

/// Told while a series runs; each may be empty.
struct SeriesListener {
  Subscriber event{};                           ///< of the run in progress
  std::function<void(const RunSeries&)> row{};  ///< the last row is new
};

/// Runs the request once for every seed, one after another. With `request.out`, the best board of all runs is kept
/// there. A stop ends the series; the run in progress is not among its rows, but its board is kept if it is the best.
/// Throws UsageError for requests that make no sense as a series (checkpoints, solution files).
RunSeries run_series(const SearchRequest& request, const std::vector<std::uint64_t>& seeds,
                     const SeriesListener& listener = {}, const std::stop_token& stop = {});

/// The row with the best board; null if no run has one.
const RunRow* best_row(const RunSeries& series);

/// 0 if at least one run has an answer, 1 if all proved that there is none, 3 otherwise or if it was stopped.
int exit_code_of(const RunSeries& series);

/// nullopt if no run has this number.
std::optional<SampleSummary> summary_of(const RunSeries& series, const Measure& measure);

/// "1..10", "7", "1,5,20..29"; throws UsageError naming the option.
std::vector<std::uint64_t> parse_seeds(const std::string& text, const std::string& option = "--seeds");
/// `count` seeds from `first` on.
std::vector<std::uint64_t> seeds_from(std::uint64_t first, std::uint64_t count);

/// One line per run, with the names of the columns, the program's version and the machine. With labels, one per row,
/// they are a first column called "variant".
std::string runs_csv(const std::vector<RunRow>& rows, const std::vector<std::string>& labels = {});
/// One line per improvement: seed, seconds, nodes, and score or solutions.
std::string trace_csv(const std::vector<RunRow>& rows);

/// One line of JSON each, without the newline: "event": "run" and "event": "series". A run of a comparison says of which
/// variant it is.
std::string run_json(const RunRow& row, const std::string& variant = {});
std::string series_json(const RunSeries& series);

/// The best over time of one run, or of several with their median; where a target or a solution was asked for, below it
/// the share of the runs that had reached it by then.
std::string runs_svg(const std::vector<RunRow>& rows);

}  // namespace tesselle
