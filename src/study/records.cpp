#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/readable.hpp"
#include "store/archive.hpp"
#include "study/harvest_rate.hpp"
#include "study/measurement.hpp"
#include "study/study.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

/// A puzzle, from which score on its boards are collected, and the scores whose time is forecast.
struct RecordsSubject {
  std::string puzzle;
  int least, judged_by;
  std::vector<int> wanted;
};
const std::vector<RecordsSubject> records_subjects = {{"eternity2", 463, 464, {467, 468, 470}},
                                                      {"eternity2-centre", 463, 464, {467, 468, 470}},
                                                      {"eternity2-clues", 459, 460, {463, 464, 465}}};
/// Small enough for a test.
const RecordsSubject quick_subject = {"meta-10x10", 171, 172, {174, 176}};

/// An engine and its options.
struct RecordsMethod {
  std::string name, engine;
  std::map<std::string, std::string> options;
};
const std::vector<RecordsMethod> records_methods = {{"schedule", "schedule", {}}};

struct RecordsRun {
  Families found;
  double hours = 0;  ///< of processor time
  double nodes = 0;
};

/// A file in the system's folder for such files, removed in the end.
class ScratchArchive {
 public:
  ScratchArchive()
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("tesselle-records-{:x}.db", std::chrono::steady_clock::now().time_since_epoch().count())) {}
  ~ScratchArchive() {
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path_.string() + end, ignored);
  }
  ScratchArchive(const ScratchArchive&) = delete;
  ScratchArchive& operator=(const ScratchArchive&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// One run on one thread, every board of at least `least` kept.
RecordsRun measure_run(const RecordsSubject& subject, const RecordsMethod& method, std::uint64_t seed, double seconds,
                       const std::stop_token& stop) {
  const Puzzle puzzle = load_puzzle(subject.puzzle);
  const int edges =
      verify(puzzle, Solution{EdgeBoard{std::vector<std::optional<Placed>>(puzzle.edge().cell_count())}}).max_score;
  const ScratchArchive file;
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.goal = Goal::best;
  request.engine = method.engine;
  request.options = method.options;
  request.options["collect"] = std::to_string(edges - subject.least);
  request.seed = seed;
  request.threads = 1;
  request.archive = file.path();
  request.archive_above = subject.least - 1;
  CpuLimit limit(seconds, stop);
  const Finished finished = search(request, limit.subscriber(), limit.token());

  RecordsRun run;
  run.hours = limit.used() / 3600;
  run.nodes = static_cast<double>(finished.nodes);
  for (const ArchivedBoard& board : BoardArchive::open_existing(file.path().string()).boards({}))
    run.found.add(read_solution(puzzle, board.json, "archive").solution.edge(), board.score);
  return run;
}

std::string rate_with_error(const WithError& count, double hours) {
  return fmt::format("{:.0f} ± {:.0f}", count.value / hours, count.error / hours);
}

std::string hours_text(const Outlook& outlook) {
  if (outlook.per_hour == 0) return skipped;
  return fmt::format("{} (× or ÷ {:.1f})", readable_seconds(3600 / outlook.per_hour), outlook.factor);
}

std::vector<std::string> run_row(const std::string& method, const std::string& seed, const RecordsSubject& subject,
                                 const RecordsRun& run) {
  constexpr int scores_shown = 4;
  std::vector<std::string> row = {method, seed, fmt::format("{:.0f}", run.hours * 3600),
                                  fmt::format("{:.0f}", run.nodes / run.hours / 3600 / 1e6)};
  for (int score = subject.least; score < subject.least + scores_shown; ++score)
    row.push_back(fmt::format("{} in {}", run.found.boards(score), run.found.families(score)));
  row.push_back(rate_with_error(run.found.count(subject.judged_by), run.hours));
  return row;
}

Table runs_table(const RecordsSubject& subject) {
  Table table{subject.puzzle + ": boards found", {"method", "seed", "CPU s", "million nodes/s"}};
  for (int score = subject.least; score < subject.least + 4; ++score)
    table.columns.push_back(fmt::format("≥ {}", score));
  table.columns.push_back(fmt::format("≥ {} per CPU hour", subject.judged_by));
  return table;
}

Table outlook_table(const RecordsSubject& subject) {
  Table table{subject.puzzle + ": what to expect of one core", {"method", "share with a point more"}};
  for (const int score : subject.wanted) table.columns.push_back(fmt::format("one of {} or more every", score));
  return table;
}

std::vector<std::string> outlook_row(const std::string& method, const RecordsSubject& subject, const RecordsRun& sum) {
  const WithError share = share_of_next_point(sum.found, subject.least);
  std::vector<std::string> row = {method, share.value > 0 ? fmt::format("1 in {:.1f} ± {:.1f}", 1 / share.value,
                                                                        share.error / std::pow(share.value, 2))
                                                          : skipped};
  for (const int score : subject.wanted) row.push_back(hours_text(outlook(sum.found, sum.hours, subject.least, score)));
  return row;
}

struct RecordsEffort {
  double seconds;
  int runs;
};
RecordsEffort records_effort(const Context& context) {
  return {context.budget.value_or(context.quick ? 2 : 120), context.runs.value_or(context.quick ? 2 : 5)};
}

void add_tables(const Context& context, const RecordsSubject& subject, Report& report) {
  const RecordsEffort effort = records_effort(context);
  Table runs = runs_table(subject), outlooks = outlook_table(subject);
  for (const RecordsMethod& method : records_methods) {
    RecordsRun sum;
    for (int seed = 1; seed <= effort.runs && !context.stopped(); ++seed) {
      context.working(fmt::format("{}: {}, seed {}", subject.puzzle, method.name, seed));
      const RecordsRun run =
          measure_run(subject, method, static_cast<std::uint64_t>(seed), effort.seconds, context.stop);
      runs.rows.push_back(run_row(method.name, std::to_string(seed), subject, run));
      sum.found.merge(run.found);
      sum.hours += run.hours;
      sum.nodes += run.nodes;
    }
    if (sum.hours == 0) return;
    runs.rows.push_back(run_row(method.name, "all", subject, sum));
    outlooks.rows.push_back(outlook_row(method.name, subject, sum));
  }
  report.tables.push_back(std::move(runs));
  report.tables.push_back(std::move(outlooks));
}

std::vector<RecordsSubject> chosen_subjects(const Context& context) {
  if (context.quick) return {quick_subject};
  std::vector<RecordsSubject> chosen;
  for (const RecordsSubject& subject : records_subjects)
    if (context.wants_puzzle(subject.puzzle)) chosen.push_back(subject);
  if (chosen.empty()) throw UsageError("--puzzle: the study records has eternity2, eternity2-centre, eternity2-clues");
  return chosen;
}

/// Published rates, beside which ours are to be read.
Table published_table() {
  return {"Published rates",
          {"program", "rate"},
          {{"libblackwood, one core, centre piece (measured on a machine like ours)",
            "462 in 1–3 s, 463 in 1–28 s, 464 in 4 of 6 tries after 4–34 s, 465 in none within 90 s"},
           {"the same, if every try was given 90 s", "ln 3 in 90 s: about 44 boards ≥ 464 an hour"},
           {"Blackwood's log (470 in 2021)", "one more point costs 30–50 times the work"},
           {"good groups (467 in 2008)", "one more point is 18–22 times rarer, 463 → 467"}}};
}

Report run_records(const Context& context) {
  const RecordsEffort effort = records_effort(context);
  Report report;
  report.title = "What an hour is worth: how often Eternity II boards of each score are found";
  report.preface = {
      "One lucky seed says little about a search. So every distinct board from some score on is counted (`--collect`), "
      "and a search is judged by boards per hour of processor time. Boards of one family share half of their cells or "
      "more. \"12 in 3\" means twelve boards in three families. Families come at random, boards of one family "
      "together: "
      "the error of a rate is the root of the sum of the squared family sizes (one standard deviation).",
      "The share of boards with a point more is fitted to all boards counted (a geometric distribution). Scores that "
      "fewer than five families reach are forecast with it.",
      fmt::format("Made by `tesselle study records{} --runs {} --budget {:g}s`: each run on one thread, limited by "
                  "processor time, so a busy machine does not matter. To compare two versions, run both at once.",
                  context.quick ? " --quick" : "", effort.runs, effort.seconds)};
  for (const RecordsSubject& subject : chosen_subjects(context))
    if (context.wants(subject.puzzle) && !context.stopped()) add_tables(context, subject, report);
  if (!report.tables.empty()) report.tables.push_back(published_table());
  return report;
}

}  // namespace

Study records_study() {
  return {"records", "boards per score and hour on Eternity II, and the time to the next points: one table per puzzle",
          run_records, false};
}

}  // namespace tesselle::study
