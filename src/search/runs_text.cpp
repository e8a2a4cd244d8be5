#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"
#include "base/machine.hpp"
#include "base/one_word.hpp"
#include "formats/text.hpp"
#include "search/runs.hpp"

namespace tesselle {
namespace {

/// A field of a CSV file (RFC 4180): quoted if it has to be.
std::string csv_field(const std::string& name) {
  const std::string text = as_spreadsheet_text(name);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_number(const std::optional<double>& number) { return number ? fmt::format("{}", *number) : ""; }

/// "destroy=40 lns-patience=100"
std::string options_text(const Finished& finished) {
  std::string text;
  for (const auto& [name, value] : finished.options)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, as_one_word(value));
  return text;
}

/// "seconds_to_best": as columns and keys are written.
std::string column_name(const Measure& measure) {
  std::string name = measure.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

Json summary_json(const SampleSummary& s) {
  return {{"runs", s.count},
          {"mean", s.mean},
          {"deviation", s.deviation},
          {"interval", Json{s.low, s.high}},
          {"least", s.least},
          {"median", s.median},
          {"most", s.most}};
}

}  // namespace

std::string runs_csv(const std::vector<RunRow>& rows, const std::vector<std::string>& labels) {
  std::string csv = labels.empty() ? "" : "variant,";
  csv += "puzzle,goal,engine,options,seed,threads,status,max_score,target,distinct";
  for (const Measure& measure : measures()) csv += "," + column_name(measure);
  csv += ",version,machine\n";
  const std::string made_with = fmt::format("{},{}", version(), csv_field(machine_name()));
  for (const RunRow& row : rows) {
    const Finished& f = row.finished;
    if (!labels.empty()) csv += csv_field(labels[static_cast<std::size_t>(&row - rows.data())]) + ",";
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{}", csv_field(f.puzzle), goal_name(f.goal), f.engine,
                       csv_field(options_text(f)), f.seed, f.threads, status_name(f.status),
                       f.best ? std::to_string(f.best->max_score) : "", f.target ? std::to_string(*f.target) : "",
                       f.distinct ? std::to_string(*f.distinct) : "");
    for (const Measure& measure : measures()) csv += "," + csv_number(measure.of(row));
    csv += fmt::format(",{}\n", made_with);
  }
  return csv;
}

std::string trace_csv(const std::vector<RunRow>& rows) {
  const bool best = !rows.empty() && rows.front().finished.goal == Goal::best;
  std::string csv = fmt::format("seed,seconds,nodes,{}\n", best ? "score" : "solutions");
  for (const RunRow& row : rows)
    for (const TracePoint& point : row.trace)
      csv += fmt::format("{},{},{},{}\n", row.finished.seed, point.seconds, point.nodes, point.value);
  return csv;
}

std::string run_json(const RunRow& row, const std::string& variant) {
  const Finished& f = row.finished;
  Json json = {{"event", "run"},
               {"puzzle", f.puzzle},
               {"engine", f.engine},
               {"options", options_text(f)},
               {"seed", f.seed},
               {"threads", f.threads},
               {"status", status_name(f.status)}};
  if (!variant.empty()) json["variant"] = variant;
  for (const Measure& measure : measures()) json[column_name(measure)] = measure.of(row);
  return json.dump();
}

std::string series_json(const RunSeries& series) {
  Json statistics = Json::object();
  for (const Measure& measure : measures())
    if (const auto summary = summary_of(series, measure)) statistics[column_name(measure)] = summary_json(*summary);
  Json json = {{"event", "series"},         {"runs", series.rows.size()},
               {"planned", series.planned}, {"exit_code", exit_code_of(series)},
               {"statistics", statistics},  {"version", version()},
               {"machine", machine_name()}};
  return json.dump();
}

}  // namespace tesselle
