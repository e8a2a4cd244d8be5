#include "cluster/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/readable.hpp"
#include "base/samples.hpp"
#include "cluster/ledger.hpp"
#include "cluster/sql_session.hpp"
#include "render/chart.hpp"
#include "study/study.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

using cluster::LedgerCost;
using cluster::Scaled;
using cluster::ScalingModel;
using cluster::ScalingRun;

/// What is searched, and in units of how many seconds.
struct Subject {
  std::string puzzle;
  std::vector<double> unit_seconds;
};
Subject scaling_subject(const Context& context) {
  if (context.quick) return {"owen-6x6", {0.005}};
  return {context.puzzles.empty() ? "inf6102-c" : context.puzzles.front(), {0.02, 0.2}};
}

constexpr double unit_times[] = {0.1, 1, 10, 60, 600};  // seconds, in simulations
constexpr unsigned fleets[] = {1, 10, 100, 1000, 10'000};
constexpr unsigned most_real_workers = 4;
constexpr double search_hours = 1, good_efficiency = 0.95;

/// The ledger that was given, or a SQLite file that is removed in the end.
class StudyLedger {
 public:
  explicit StudyLedger(const std::optional<std::string>& given) : given_(given.has_value()) {
    const auto stamp = std::chrono::steady_clock::now().time_since_epoch().count();
    name_ = fmt::format("scaling-{:x}", stamp);
    address_ = given ? *given : (std::filesystem::temp_directory_path() / ("tesselle-" + name_ + ".db")).string();
    cluster::Ledger::init(address_);
  }
  ~StudyLedger() {
    std::error_code ignored;
    if (!given_)
      for (const char* end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(address_ + end, ignored);
  }
  StudyLedger(const StudyLedger&) = delete;
  StudyLedger& operator=(const StudyLedger&) = delete;
  const std::string& address() const { return address_; }
  const char* kind() const { return given_ ? "PostgreSQL" : "SQLite"; }
  std::string next_name() { return fmt::format("{}-{}", name_, ++names_); }

 private:
  bool given_;
  std::string address_, name_;
  unsigned names_ = 0;
};

std::string milliseconds(double seconds) { return fmt::format("{:.2f} ms", 1000 * seconds); }
std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

double quantile(const std::vector<double>& sorted, double at) {
  return sorted[static_cast<std::size_t>(at * static_cast<double>(sorted.size() - 1))];
}

/// Runs with the same units, made several times.
struct WorkersTrial {
  double unit_seconds = 0;
  unsigned workers = 0;
  std::vector<ScalingRun> runs{};
  double efficiency() const {
    std::vector<double> ratios;
    for (const ScalingRun& run : runs) ratios.push_back(run.local_seconds / run.seconds);
    return median_of(ratios);
  }
  double cpu_ratio() const {
    std::vector<double> ratios;
    for (const ScalingRun& run : runs) ratios.push_back(run.local_cpu_seconds / run.cpu_seconds);
    return median_of(ratios);
  }
};

std::vector<WorkersTrial> make_trials(const Context& context, const SearchRequest& request, StudyLedger& ledger) {
  std::vector<WorkersTrial> trials;
  const int rounds = context.runs.value_or(context.quick ? 1 : 3);
  for (const double unit_seconds : scaling_subject(context).unit_seconds)
    for (unsigned workers = 1; workers <= most_real_workers; ++workers) {
      WorkersTrial trial{unit_seconds, workers};
      for (int round = 0; round < rounds && !context.stopped(); ++round) {
        context.working(fmt::format("{} of one thread, units of {} s", counted(workers, "worker"), unit_seconds));
        ScalingRun run =
            cluster::run_beside(ledger.address(), ledger.next_name(), request, workers, unit_seconds, context.stop);
        if (context.stopped()) return trials;
        if (run.nodes != run.local_nodes)
          throw InternalError(
              fmt::format("the ledger's units have {} nodes, the search has {}", run.nodes, run.local_nodes));
        trial.runs.push_back(std::move(run));
      }
      if (!trial.runs.empty()) trials.push_back(std::move(trial));
    }
  return trials;
}

Table sizes_table(const std::vector<WorkersTrial>& trials) {
  Table table{"1. Unit sizes",
              {"budget of a unit", "units", "smallest", "10 %", "median", "mean", "90 %", "share that was split"}};
  for (const WorkersTrial& trial : trials) {
    if (trial.workers != 1) continue;
    std::vector<double> sizes = trial.runs.front().sizes;
    std::sort(sizes.begin(), sizes.end());
    const auto split = std::count_if(sizes.begin(), sizes.end(), [](double size) { return size >= 1; });
    table.rows.push_back({readable_seconds(trial.unit_seconds), grouped(sizes.size()), fmt::format("{:.3f}", sizes[0]),
                          fmt::format("{:.3f}", quantile(sizes, 0.1)), fmt::format("{:.3f}", quantile(sizes, 0.5)),
                          fmt::format("{:.3f}", mean_of(sizes)), fmt::format("{:.3f}", quantile(sizes, 0.9)),
                          percent(static_cast<double>(split) / static_cast<double>(sizes.size()))});
  }
  table.notes = {
      "Sizes in parts of the budget. A unit that outgrows its budget is split, so it has size 1 or a little "
      "more."};
  return table;
}

Table ledger_table(const LedgerCost& cost, const char* kind) {
  Table table{"2. The ledger", {"what", "takes"}};
  table.rows = {{"take a unit", milliseconds(cost.take.of(1))},
                {"settle a unit", milliseconds(cost.settle.of(1))},
                {"take 64 units at a time, each", milliseconds(cost.take.of(64) / 64)},
                {"settle 64 units at a time, each", milliseconds(cost.settle.of(64) / 64)},
                {"choose a search", milliseconds(cost.choose)},
                {"say that a worker is alive", milliseconds(cost.beat)}};
  for (const auto& [clients, rate] : cost.throughput)
    table.rows.push_back({fmt::format("units taken and settled one by one, {}", counted(clients, "client")),
                          fmt::format("{:.0f} per second", rate)});
  table.notes = {
      fmt::format("{} on this machine, clients on the same machine. Of the time of a transaction {} is taken "
                  "to keep the ledger busy for everybody: the throughput with the best number of clients "
                  "says so.",
                  kind, percent(cost.serial))};
  return table;
}

/// As the run was, but for what it shares with the run without a ledger: the wait for the last unit. Where workers
/// share processors, with each other or with other work, a unit takes longer, and so do transactions.
double predicted_steady(const LedgerCost& cost, const WorkersTrial& trial) {
  std::vector<double> stretches;
  for (const ScalingRun& run : trial.runs)
    stretches.push_back(std::max(1.0, run.local_seconds * run.workers / run.local_cpu_seconds));
  const double unit_seconds = trial.unit_seconds * median_of(stretches);
  return cluster::simulate({cost, trial.runs.front().sizes}, {.workers = trial.workers, .unit_seconds = unit_seconds})
      .steady;
}

Table check_table(const std::vector<WorkersTrial>& trials, const LedgerCost& cost) {
  Table table{"3. One to four workers: predicted and measured",
              {"budget of a unit", "workers", "units", "predicted", "by the clock", "by processor time",
               "processor time per unit on top"}};
  for (const WorkersTrial& trial : trials) {
    const ScalingRun& run = trial.runs.front();
    std::vector<double> overheads;
    for (const ScalingRun& each : trial.runs)
      overheads.push_back((each.cpu_seconds - each.local_cpu_seconds) / static_cast<double>(each.units));
    table.rows.push_back({readable_seconds(trial.unit_seconds), std::to_string(trial.workers), grouped(run.units),
                          percent(predicted_steady(cost, trial)), percent(trial.efficiency()),
                          percent(trial.cpu_ratio()), milliseconds(median_of(overheads))});
  }
  table.notes = {
      fmt::format("Time of `count` with as many threads over time with the ledger, run one after the other "
                  "{}; the median. Nodes are equal in all of them. The start of the workers is in it, so "
                  "these short searches look worse than long ones.",
                  counted(trials.front().runs.size(), "time"))};
  return table;
}

struct Forecast {
  unsigned workers = 0;
  std::vector<Scaled> by_unit{};
};

std::vector<Forecast> make_forecasts(const Context& context, const ScalingModel& model) {
  std::vector<Forecast> all;
  for (const unsigned workers : fleets) {
    if (context.stopped()) break;
    context.working(fmt::format("{}, simulated", counted(workers, "worker")));
    Forecast forecast{workers};
    for (const double unit_seconds : unit_times)
      forecast.by_unit.push_back(
          cluster::simulate(model, {.workers = workers, .unit_seconds = unit_seconds, .search_hours = search_hours}));
    all.push_back(std::move(forecast));
  }
  return all;
}

std::size_t best_unit(const Forecast& forecast) {
  const auto better = [](const Scaled& a, const Scaled& b) { return a.efficiency < b.efficiency; };
  return static_cast<std::size_t>(std::max_element(forecast.by_unit.begin(), forecast.by_unit.end(), better) -
                                  forecast.by_unit.begin());
}

Table forecast_table(const std::vector<Forecast>& forecasts) {
  Table table{"4. More workers, by simulation", {"workers"}};
  for (const double unit : unit_times) table.columns.push_back(readable_seconds(unit));
  table.columns.insert(table.columns.end(), {"unit to choose", "ledger busy then", "wait at the end"});
  for (const Forecast& forecast : forecasts) {
    std::vector<std::string> row = {grouped(forecast.workers)};
    for (const Scaled& scaled : forecast.by_unit) row.push_back(percent(scaled.efficiency));
    const std::size_t best = best_unit(forecast);
    row.insert(row.end(), {readable_seconds(unit_times[best]), percent(forecast.by_unit[best].ledger_load),
                           readable_seconds(forecast.by_unit[best].idle_at_end)});
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      fmt::format("Share of the time in which workers search, for a search that takes {} hour of all of them, by the "
                  "budget of a unit. Every worker has one thread and a processor of its own; workers that "
                  "share a process also share its sign of life.",
                  search_hours)};
  return table;
}

std::string draw_scaling(const std::vector<Forecast>& forecasts) {
  render::Chart chart{"Efficiency by number of workers", "workers", "share of the time spent searching, %", {}};
  chart.y_low = 0;
  chart.y_high = 100;
  for (const Forecast& forecast : forecasts) chart.columns.push_back(grouped(forecast.workers));
  for (std::size_t u = 0; u < std::size(unit_times); ++u) {
    render::Series series{"units of " + readable_seconds(unit_times[u]), {}};
    for (std::size_t f = 0; f < forecasts.size(); ++f)
      series.points.push_back({static_cast<double>(f), 100 * forecasts[f].by_unit[u].efficiency});
    chart.series.push_back(std::move(series));
  }
  return render::document(render::chart_picture(chart), "efficiency by number of workers", 16);
}

std::vector<std::string> scaling_conclusion(const std::vector<Forecast>& forecasts) {
  std::vector<std::string> text;
  for (const Forecast& forecast : forecasts) {
    const std::size_t best = best_unit(forecast);
    const Scaled& scaled = forecast.by_unit[best];
    text.push_back(fmt::format("**{}**: units of {}; {} of the time is spent searching{}.",
                               counted(forecast.workers, "worker"), readable_seconds(unit_times[best]),
                               percent(scaled.efficiency),
                               scaled.efficiency >= good_efficiency ? "" : ", which is not good enough"));
  }
  return text;
}

Report run_scaling(const Context& context) {
  if (context.puzzles.size() > 1) throw UsageError("--puzzle: the study scaling takes one");
  if (context.ledger && !cluster::is_postgresql(*context.ledger))
    throw UsageError("--ledger: expected the address of a PostgreSQL database; SQLite is measured without it");
  SearchRequest request;
  request.puzzle = share(load_puzzle(scaling_subject(context).puzzle));
  request.engine = "scan";
  request.goal = Goal::count;
  request.symmetry = Symmetry::distinct;
  StudyLedger ledger(context.ledger);
  Report report;
  report.title = "How far one search can be spread";
  report.preface = {fmt::format(
      "Made by `tesselle study scaling{}{} --markdown FILE`. Units of `{}` are published, searched by one to "
      "four workers and compared with a search without a ledger; the ledger is asked by one to eight "
      "clients. From these numbers a simulation works out what more workers would do: each takes units, "
      "searches, reports, and gives signs of life, and the ledger serves one request after "
      "the other.",
      context.quick ? " --quick" : "", context.ledger ? " --ledger ADDRESS" : "", request.puzzle->name)};
  const auto trials = make_trials(context, request, ledger);
  if (trials.empty() || context.stopped()) return report;
  context.working("the ledger");
  const LedgerCost cost =
      cluster::measure_ledger(ledger.address(), context.budget.value_or(context.quick ? 0.1 : 1.0), context.stop);
  const auto forecasts = make_forecasts(context, {cost, trials.front().runs.front().sizes});
  if (context.stopped()) return report;
  if (context.wants("1")) report.tables.push_back(sizes_table(trials));
  if (context.wants("2")) report.tables.push_back(ledger_table(cost, ledger.kind()));
  if (context.wants("3")) report.tables.push_back(check_table(trials, cost));
  if (context.wants("4")) report.tables.push_back(forecast_table(forecasts));
  report.pictures.push_back({"scaling.svg", "4. More workers, by simulation", draw_scaling(forecasts)});
  report.conclusion = scaling_conclusion(forecasts);
  return report;
}

}  // namespace

Study scaling_study() {
  return {
      "scaling",
      "how many workers one ledger can feed, and how large units should be: tables 1 (unit sizes), 2 (the ledger), 3 "
      "(one to four workers), 4 (up to 10 000, by simulation)",
      run_scaling};
}

}  // namespace tesselle::study
