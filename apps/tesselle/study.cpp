#include "study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "commands.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

struct StudyOptions {
  std::string name;
  bool quick = false, quiet = false;
  std::vector<std::string> tables, puzzles;
  std::optional<std::string> markdown, json, svg, budget, keep;
  std::optional<int> runs;
};

std::vector<Study> all_studies() {
  return {pentominoes_study(),    yardstick_study(),  laws_study(),
          metaheuristics_study(), smartforce_study(), eternity1_study()};
}

Study study_named(const std::string& name) {
  std::string names;
  for (const Study& study : all_studies()) {
    if (study.name == name) return study;
    names += (names.empty() ? "" : ", ") + study.name;
  }
  throw UsageError(fmt::format("found '{}', expected the name of a study: {}", name, names));
}

/// Characters, not bytes: × and – take one column.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::size_t> column_widths(const StudyTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& name : table.columns) widths.push_back(columns_of(name));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], columns_of(row[c]));
  return widths;
}

/// Names to the left, numbers to the right.
std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::string padding(widths[c] - columns_of(cells[c]), ' ');
    line += (c == 0 ? cells[c] + padding : "  " + padding + cells[c]);
  }
  return line + "\n";
}

std::string as_text(const StudyReport& report) {
  std::string text = report.title + "\n";
  for (const StudyTable& table : report.tables) {
    const auto widths = column_widths(table);
    text += "\n" + table.title + "\n" + line_of(table.columns, widths);
    for (const auto& row : table.rows) text += line_of(row, widths);
    for (const std::string& note : table.notes) text += "  " + note + "\n";
  }
  for (const std::string& paragraph : report.conclusion) text += "\n" + paragraph + "\n";
  return text;
}

bool is_table(const StudyReport& report, const std::string& title) {
  return std::any_of(report.tables.begin(), report.tables.end(),
                     [&](const StudyTable& table) { return table.title == title; });
}

template <class Choice>
std::string pictures_as_markdown(const StudyReport& report, const Choice& chosen) {
  std::string text;
  for (const StudyPicture& picture : report.pictures)
    if (chosen(picture.caption)) text += fmt::format("\n![{}]({})\n", picture.caption, picture.file);
  return text;
}

/// A picture with the title of a table stands below that table, any other one before all tables.
std::string as_markdown(const StudyReport& report) {
  std::string text = fmt::format("# {}\n", report.title);
  for (const std::string& paragraph : report.preface) text += "\n" + paragraph + "\n";
  text += pictures_as_markdown(report, [&](const std::string& caption) { return !is_table(report, caption); });
  for (const StudyTable& table : report.tables) {
    text += fmt::format("\n## {}\n\n| {} |\n|", table.title, fmt::join(table.columns, " | "));
    for (std::size_t c = 0; c < table.columns.size(); ++c) text += c == 0 ? "---|" : "---:|";
    for (const auto& row : table.rows) text += fmt::format("\n| {} |", fmt::join(row, " | "));
    text += "\n";
    for (const std::string& note : table.notes) text += "\n" + note + "\n";
    text += pictures_as_markdown(report, [&](const std::string& caption) { return caption == table.title; });
  }
  if (!report.conclusion.empty()) text += "\n## Conclusion\n";
  for (const std::string& paragraph : report.conclusion) text += "\n" + paragraph + "\n";
  return text;
}

std::string as_json(const StudyReport& report) {
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  for (const StudyTable& table : report.tables)
    tables.push_back(
        {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}, {"notes", table.notes}});
  return nlohmann::ordered_json{{"title", report.title},
                                {"preface", report.preface},
                                {"tables", tables},
                                {"conclusion", report.conclusion}}
             .dump(1) +
         "\n";
}

void write_markdown(const std::filesystem::path& file, const StudyReport& report) {
  for (const StudyPicture& picture : report.pictures)
    write_file_atomically(file.parent_path() / picture.file, picture.svg);
  write_file_atomically(file, as_markdown(report));
}

void write_picture(const std::string& file, const std::string& name, const StudyReport& report) {
  if (report.pictures.empty()) throw UsageError(fmt::format("--svg: the study {} has no picture", name));
  write_file_atomically(file, report.pictures.front().svg);
}

int study(const StudyOptions& options) {
  const Study chosen = study_named(options.name);
  StudyContext context;
  context.quick = options.quick;
  context.tables = options.tables;
  context.puzzles = options.puzzles;
  if (options.budget) context.budget = parse_duration(*options.budget, "--budget");
  context.runs = options.runs;
  context.keep = options.keep;
  context.stopped = [] { return stop_on_signals().load(); };
  context.working = [&](const std::string& what) {
    if (!options.quiet) fmt::print(stderr, "{}\n", what);
  };
  const StudyReport report = chosen.run(context);
  if (report.tables.empty() && context.stopped()) return exit_codes::limit;
  if (report.tables.empty()) throw UsageError(fmt::format("--table: the study {} has no such table", chosen.name));
  if (options.markdown) write_markdown(*options.markdown, report);
  if (options.json) write_file_atomically(*options.json, as_json(report));
  if (options.svg) write_picture(*options.svg, chosen.name, report);
  fmt::print("{}", as_text(report));
  return context.stopped() ? exit_codes::limit : exit_codes::answered;
}

std::string studies_text() {
  std::string text = "Studies:";
  for (const Study& one : all_studies()) text += fmt::format("\n  {}: {}", one.name, one.summary);
  return text;
}

}  // namespace

void add_study(Command program) {
  auto options = std::make_shared<StudyOptions>();
  Command command = program.subcommand("study", "measure a source document's tables again and print ours beside them");
  command.argument("name", options->name, "which study").required().value("NAME");
  command.flag("--quick", options->quick, "leave out what takes more than about ten seconds");
  command.option("--table", options->tables, "only this table of the document, such as 4.5").value("NUMBER");
  command.option("--puzzle", options->puzzles, "only this row, in tables that can be made row by row").value("NAME");
  command.option("--markdown", options->markdown, "write the report as Markdown too, its pictures beside it")
      .value("FILE");
  command.option("--json", options->json, "write the tables as JSON too").value("FILE");
  command.option("--svg", options->svg, "write the study's picture, if it has one").value("FILE");
  command.option("--budget", options->budget, "time of each run that only a limit ends: 60s, 10m");
  command.option("--runs", options->runs, "how often each such run is made").range(1, 10'000);
  command.option("--keep", options->keep, "smartforce: measurements are kept in this file and not made again")
      .value("FILE");
  command.flag("--quiet", options->quiet, "do not tell what is being measured");
  command.footer(studies_text());
  command.on_run([options] { return study(*options); });
}

}  // namespace tesselle
