#include "study/study.hpp"

#include <fmt/format.h>

#include <memory>

#include "base/files.hpp"
#include "commands.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

struct StudyOptions {
  std::string name;
  bool quick = false, quiet = false;
  std::vector<std::string> tables, puzzles;
  std::optional<std::string> markdown, json, svg, budget, keep, ledger;
  std::optional<int> runs;
};

study::Context study_context(const StudyOptions& options) {
  study::Context context;
  context.quick = options.quick;
  context.tables = options.tables;
  context.puzzles = options.puzzles;
  if (options.budget) context.budget = parse_duration(*options.budget, "--budget");
  context.runs = options.runs;
  context.keep = options.keep;
  context.ledger = options.ledger;
  context.stop = stop_on_signals();
  if (!options.quiet) context.working = [](const std::string& what) { tell("{}\n", what); };
  return context;
}

void write_study_files(const StudyOptions& options, const study::Report& report) {
  if (options.markdown) {
    study::write_markdown(*options.markdown, report);
    say_written(*options.markdown, options.quiet);
  }
  if (options.json) {
    write_file_atomically(*options.json, study::as_json(report));
    say_written(*options.json, options.quiet);
  }
  if (!options.svg) return;
  if (report.pictures.empty()) throw UsageError("--svg: these tables have no picture");
  write_file_atomically(*options.svg, report.pictures.front().svg);
  say_written(*options.svg, options.quiet);
}

/// Before the study, not after its hours.
void require_study_files(const StudyOptions& options, const study::Study& chosen) {
  if (options.svg && !chosen.draws) throw UsageError(fmt::format("--svg: the study {} has no picture", chosen.name));
  for (const auto* file : {&options.markdown, &options.json, &options.svg, &options.keep})
    if (*file) require_writable(**file);
}

int run_study(const StudyOptions& options) {
  const study::Study& chosen = study::study_named(options.name);
  require_study_files(options, chosen);
  const study::Context context = study_context(options);
  const study::Report report = chosen.run(context);
  if (report.tables.empty()) {
    if (context.stopped()) return exit_codes::limit;
    throw UsageError(fmt::format("--table: the study {} has no such table", chosen.name));
  }
  fmt::print("{}", study::as_text(report));
  write_study_files(options, report);
  return context.stopped() ? exit_codes::limit : exit_codes::answered;
}

std::string studies_text() {
  std::string text = "Studies:";
  for (const study::Study& one : study::all_studies()) text += fmt::format("\n  {}: {}", one.name, one.summary);
  return text;
}

}  // namespace

void add_study(Command program) {
  auto options = std::make_shared<StudyOptions>();
  Command command = program.subcommand("study", "re-run published experiments and compare");
  command.argument("name", options->name, "which study").required().value("NAME");
  command.flag("--quick", options->quick, "leave out what takes more than about ten seconds");
  command.option("--table", options->tables, "only this table, such as 4.5; may be repeated").value("NUMBER");
  command.option("--puzzle", options->puzzles, "only this row, in tables with a row per puzzle").value("NAME");
  command.option("--markdown", options->markdown, "also write the report as Markdown, its pictures beside it")
      .value("FILE");
  command.option("--json", options->json, "also write the tables as JSON").value("FILE");
  command.option("--svg", options->svg, "write the study's picture, if it has one").value("FILE");
  command.option("--budget", options->budget, "time of each run that has no end of its own: 60s, 10m");
  command.option("--runs", options->runs, "how often each such run is made").range(1, 10'000);
  command.option("--keep", options->keep, "smartforce: keep measurements in this file, and do not repeat those in it")
      .value("FILE");
  command.option("--ledger", options->ledger, "scaling: a PostgreSQL database of its own to measure, instead of SQLite")
      .value("ADDRESS");
  command.flag("--quiet", options->quiet, "do not tell what is being measured");
  command.footer(studies_text());
  command.on_run([options] { return run_study(*options); });
}

}  // namespace tesselle
