#include "series.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "search/solution_files.hpp"
#include "signals.hpp"
#include "text_table.hpp"

namespace tesselle {
namespace {

constexpr std::size_t column_width = 17;

/// Rows are printed when their runs end, so the columns have a fixed width.
class SeriesTable {
 public:
  explicit SeriesTable(const SearchRequest& request)
      : columns_(measures_for(request.goal, request.target.has_value())) {
    fmt::print("{:>10}  {:<10}", "seed", "status");
    for (const Measure* column : columns_) fmt::print("{:>{}}", column->title, column_width);
    fmt::print("\n");
  }

  void add(const RunRow& row) const {
    fmt::print("{:>10}  {:<10}", row.finished.seed, status_name(row.finished.status));
    for (const Measure* column : columns_) fmt::print("{:>{}}", number_text(column->of(row)), column_width);
    fmt::print("\n");
    std::fflush(stdout);
  }

  void end(const RunSeries& series) const {
    std::vector<std::vector<std::string>> table = {
        {"", "mean", "deviation", "95 % interval", "least", "median", "most", "runs"}};
    for (const Measure* column : columns_)
      if (const auto s = summary_of(series, *column))
        table.push_back({column->title, number_text(s->mean), number_text(s->deviation),
                         fmt::format("{} to {}", number_text(s->low), number_text(s->high)), number_text(s->least),
                         number_text(s->median), number_text(s->most), std::to_string(s->count)});
    if (table.size() == 1) return;
    fmt::print("\n");
    print_columns(table);
  }

 private:
  std::vector<const Measure*> columns_;
};

std::string running_text(const ProgressMade& now, std::size_t run, std::size_t runs) {
  std::string text = fmt::format("run {} of {}: {}", run, runs, readable_seconds(now.seconds));
  if (now.best) text += fmt::format(", best {} of {}", now.best->score, now.best->max_score);
  if (now.solutions > 0) text += fmt::format(", {} found", grouped(now.solutions));
  return text;
}

void print_best_run(const SearchRequest& request, const RunSeries& series) {
  const RunRow* best = best_row(series);
  if (request.goal != Goal::best || best == nullptr) return;
  fmt::print("best {} of {} with seed {}", best->board->score, best->board->max_score, best->finished.seed);
  const auto kept = board_on_file(*request.puzzle, *request.out);
  fmt::print("{}\n",
             kept ? fmt::format("; {} holds {} of {}", request.out->string(), kept->score, kept->max_score) : "");
}

void print_ending(const RunSeries& series, const SearchRequest& request) {
  if (series.rows.size() < series.planned)
    fmt::print("Stopped: {} of {} runs ended before\n", series.rows.size(), series.planned);
  if (request.target) {
    std::size_t reached = 0;
    for (const RunRow& row : series.rows) reached += measure_named("seconds-to-target").of(row).has_value();
    fmt::print("{} of {} reached {}\n", reached, counted(series.rows.size(), "run"), *request.target);
  }
  print_best_run(request, series);
}

}  // namespace

void add_series_options(Command command, SeriesOptions& options) {
  Option runs = command.option("--runs", options.runs, "run this many times, with the seeds from --seed on")
                    .range(std::uint64_t{1}, std::uint64_t{100'000})
                    .value("N");
  command.option("--seeds", options.seeds, "run once with each of these seeds: 1..10 or 1,5,9")
      .value("A..B")
      .excludes(runs);
  command.option("--csv", options.csv, "write a table of the runs as CSV").value("FILE");
  command.option("--trace", options.trace, "write the best over time as CSV").value("FILE");
  command.option("--plot", options.plot, "draw the best over time, and the time to --target, as SVG").value("FILE");
}

void require_writable(const SeriesOptions& options) {
  for (const auto* file : {&options.csv, &options.trace, &options.plot})
    if (*file) require_folder(**file);
}

void write_run_files(const SeriesOptions& options, const std::vector<RunRow>& rows) {
  if (rows.empty()) return;
  if (options.csv) write_file_atomically(*options.csv, runs_csv(rows));
  if (options.trace) write_file_atomically(*options.trace, trace_csv(rows));
  if (options.plot) write_file_atomically(*options.plot, runs_svg(rows));
}

Reported search_and_record(const SearchRequest& request, const RunOptions& run, const SeriesOptions& options,
                           std::uint64_t max_boards) {
  require_writable(options);
  RunRecorder recorder(request.goal);
  const Reported reported =
      search_and_report(request, run, max_boards, [&](const Event& event) { recorder.hear(event); });
  write_run_files(options, {recorder.row()});
  return reported;
}

int run_and_tabulate(const SearchRequest& request, const RunOptions& run, const SeriesOptions& options) {
  require_writable(options);
  const std::vector<std::uint64_t> seeds =
      options.seeds ? parse_seeds(*options.seeds) : seeds_from(run.seed, *options.runs);
  plan(request);  // what cannot run is refused before the table begins
  std::optional<SeriesTable> table;
  if (!run.json) table.emplace(request);
  std::size_t ended = 0;
  const auto show = [&](const RunSeries& series) {
    ++ended;
    write_run_files(options, series.rows);
    if (table)
      table->add(series.rows.back());
    else
      fmt::print("{}\n", run_json(series.rows.back()));
    std::fflush(stdout);
  };
  RunSeries series;
  {
    LiveLine line(!run.quiet);
    const auto hear = [&](const Event& event) {
      if (const auto* now = std::get_if<ProgressMade>(&event))
        line.show([&] { return running_text(*now, ended + 1, seeds.size()); });
    };
    series = run_series(request, seeds, {hear, show}, stop_on_signals());
  }
  if (table) {
    table->end(series);
    print_ending(series, request);
  } else {
    fmt::print("{}\n", series_json(series));
  }
  return exit_code_of(series);
}

}  // namespace tesselle
