#include "search/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "search/solution_files.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t max_runs = 100'000;

using Value = std::optional<double>;

Value when_best(const RunRow& row) {
  if (row.finished.goal != Goal::best || row.trace.empty()) return std::nullopt;
  return row.trace.back().seconds;
}
Value when_target(const RunRow& row) {
  if (!row.finished.target) return std::nullopt;
  for (const TracePoint& point : row.trace)
    if (point.value >= static_cast<std::uint64_t>(*row.finished.target)) return point.seconds;
  return std::nullopt;
}
Value when_first(const RunRow& row) { return row.finished.first ? Value(row.finished.first->seconds) : std::nullopt; }
Value score(const RunRow& row) { return row.finished.best ? Value(row.finished.best->score) : std::nullopt; }
Value conflicts(const RunRow& row) { return row.finished.best ? Value(row.finished.best->conflicts) : std::nullopt; }

const Measure all_measures[] = {
    {"score", "score", true, score},
    {"conflicts", "conflicts", false, conflicts},
    {"solutions", "solutions", true, [](const RunRow& row) { return Value(row.finished.solutions); }},
    {"seconds-to-target", "seconds to target", false, when_target},
    {"seconds-to-best", "seconds to best", false, when_best},
    {"seconds-to-first", "seconds to first", false, when_first},
    {"nodes", "nodes", false, [](const RunRow& row) { return Value(row.finished.nodes); }},
    {"seconds", "seconds", false, [](const RunRow& row) { return Value(row.finished.seconds); }},
    {"cpu-seconds", "CPU seconds", false, [](const RunRow& row) { return Value(row.cpu_seconds); }},
};

bool is_better(const SolutionRecord& board, const std::optional<SolutionRecord>& than) {
  return !than || std::pair(board.score, -board.conflicts) > std::pair(than->score, -than->conflicts);
}

void require_repeatable(const SearchRequest& request, const std::vector<std::uint64_t>& seeds) {
  if (seeds.empty()) throw UsageError("a series of runs needs at least one seed");
  if (request.checkpoint || request.resume) throw UsageError("several runs cannot be checkpointed");
  if (request.out && request.goal != Goal::best)
    throw UsageError("several runs keep a board only if the best is wanted");
}

std::uint64_t seed_in(std::string_view text, const std::string& whole, const std::string& option) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc{} || rest != end)
    throw UsageError(fmt::format("{}: found '{}', expected seeds such as 1..10 or 1,5,9", option, whole));
  return seed;
}

}  // namespace

void RunRecorder::reached(double seconds, std::uint64_t nodes, std::uint64_t value) {
  if (value > (row_.trace.empty() ? 0 : row_.trace.back().value)) row_.trace.push_back({seconds, nodes, value});
}

void RunRecorder::hear(const Event& event) {
  if (const auto* better = std::get_if<Improved>(&event)) {
    row_.board = better->record;
    if (goal_ == Goal::best)
      reached(better->record.seconds, better->record.nodes, static_cast<std::uint64_t>(better->record.score));
  } else if (const auto* found = std::get_if<SolutionFound>(&event)) {
    if (found->number == 1) row_.board = found->record;
    if (goal_ != Goal::best) reached(found->record.seconds, found->record.nodes, found->number);
  } else if (const auto* now = std::get_if<ProgressMade>(&event)) {
    if (goal_ == Goal::count) reached(now->seconds, now->nodes, now->solutions);
  } else if (const auto* end = std::get_if<Finished>(&event)) {
    row_.finished = *end;
    row_.cpu_seconds = effort_.cpu_seconds();
    if (goal_ != Goal::best) reached(end->seconds, end->nodes, end->solutions);
  }
}

std::span<const Measure> measures() { return all_measures; }

const Measure& measure_named(const std::string& name, const std::string& option) {
  std::vector<std::string> names;
  for (const Measure& measure : all_measures) {
    if (name == measure.name) return measure;
    names.emplace_back(measure.name);
  }
  throw UsageError(fmt::format("{}: found '{}', expected one of {}", option, name, fmt::join(names, ", ")));
}

std::vector<const Measure*> measures_for(Goal goal, bool with_target) {
  std::vector<const char*> names = {"solutions", "seconds", "nodes"};
  if (goal == Goal::first) names = {"seconds-to-first", "nodes"};
  if (goal == Goal::best) names = {"score", "conflicts", "seconds-to-best", "nodes"};
  if (goal == Goal::best && with_target) names.insert(names.begin(), "seconds-to-target");
  std::vector<const Measure*> chosen;
  for (const char* name : names) chosen.push_back(&measure_named(name));
  return chosen;
}

RunSeries run_series(const SearchRequest& request, const std::vector<std::uint64_t>& seeds,
                     const SeriesListener& listener, const std::stop_token& stop) {
  require_repeatable(request, seeds);
  SearchRequest one = request;
  one.out.reset();
  require_folder(request.out);
  require_nothing_lost(request);
  std::optional<BestBoardFile> best_file;
  if (request.out) best_file.emplace(*request.puzzle, *request.out, request.overwrite);
  RunSeries series;
  series.planned = seeds.size();
  std::optional<SolutionRecord> best;
  for (const std::uint64_t seed : seeds) {
    if (stop.stop_requested()) break;
    one.seed = seed;
    RunRecorder recorder(request.goal);
    const auto hear = [&](const Event& event) {
      recorder.hear(event);
      if (const auto* better = std::get_if<Improved>(&event); better != nullptr && is_better(better->record, best)) {
        best = better->record;
        if (best_file) best_file->hear(event);
      }
      if (listener.event) listener.event(event);
    };
    if (search(one, hear, stop).status == Status::stopped) break;
    series.rows.push_back(recorder.row());
    if (listener.row) listener.row(series);
  }
  return series;
}

const RunRow* best_row(const RunSeries& series) {
  const RunRow* best = nullptr;
  for (const RunRow& row : series.rows)
    if (row.board && (best == nullptr || is_better(*row.board, best->board))) best = &row;
  return best;
}

int exit_code_of(const RunSeries& series) {
  int best = 3;
  for (const RunRow& row : series.rows) best = std::min(best, answer_of(row.finished).exit_code);
  return series.rows.size() < series.planned ? 3 : best;
}

std::optional<SampleSummary> summary_of(const RunSeries& series, const Measure& measure) {
  std::vector<double> values;
  for (const RunRow& row : series.rows)
    if (const auto value = measure.of(row)) values.push_back(*value);
  return values.empty() ? std::nullopt : std::optional(summary_of(values));
}

std::vector<std::uint64_t> parse_seeds(const std::string& text, const std::string& option) {
  std::vector<std::uint64_t> seeds;
  for (std::string_view rest = text;;) {
    const std::string_view part = rest.substr(0, rest.find(','));
    const std::size_t dots = part.find("..");
    const std::uint64_t first = seed_in(part.substr(0, dots), text, option);
    const std::uint64_t last = dots == part.npos ? first : seed_in(part.substr(dots + 2), text, option);
    if (last < first)
      throw UsageError(
          fmt::format("{}: found '{}', expected the smaller seed first: {}..{}", option, part, last, first));
    if (last - first >= max_runs - seeds.size())
      throw UsageError(fmt::format("{}: found '{}', expected at most {} seeds", option, text, max_runs));
    for (std::uint64_t i = 0; i <= last - first; ++i) seeds.push_back(first + i);
    if (part.size() == rest.size()) break;
    rest.remove_prefix(part.size() + 1);
  }
  std::vector<std::uint64_t> sorted = seeds;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    throw UsageError(fmt::format("{}: the seed {} is given twice", option, *twice));
  return seeds;
}

std::vector<std::uint64_t> seeds_from(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < count; ++i) seeds.push_back(first + i);
  return seeds;
}

}  // namespace tesselle
