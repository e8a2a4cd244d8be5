#include <fmt/format.h>

#include <fstream>

#include "base/json.hpp"
#include "study/smartforce.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::study::smartforce {
namespace {

std::optional<double> as_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.number());
}

Json row_json(const Trial& trial, const Method& method, const Outcome& o) {
  return {{"trial", trial.name},
          {"method", method.name},
          {"refused", o.refused},
          {"before_seconds", o.before_seconds},
          {"before_bytes", o.before_bytes},
          {"nodes", o.nodes},
          {"solutions", o.solutions},
          {"limit", o.limit},
          {"first", o.first},
          {"all", o.all}};
}

Outcome outcome_from(const Json& json) {
  Outcome o;
  o.refused = json.at("refused").flag();
  o.before_seconds = json.at("before_seconds").number();
  o.before_bytes = json.at("before_bytes").count();
  o.nodes = json.at("nodes").count();
  o.solutions = json.at("solutions").count();
  o.limit = json.at("limit").number();
  o.first = as_number(json.at("first"));
  o.all = as_number(json.at("all"));
  return o;
}

}  // namespace

KeptRows::KeptRows(std::optional<std::string> file) : file_(std::move(file)) {
  if (!file_) return;
  std::ifstream stream(*file_);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) try {
      const Json json = Json::parse(line);
      rows_[{json.at("trial").text(), json.at("method").text()}] = outcome_from(json);
    } catch (const JsonError&) {
      throw InputError({*file_, number}, "is not a measurement of the study smartforce");
    }
}

std::optional<Outcome> KeptRows::find(const Trial& trial, const Method& method, double limit) const {
  const auto row = rows_.find({trial.name, method.name});
  if (row == rows_.end()) return std::nullopt;
  const Outcome& outcome = row->second;
  const bool is_final = outcome.all || outcome.refused || outcome.limit >= limit;
  return is_final ? std::optional(outcome) : std::nullopt;
}

void KeptRows::add(const Trial& trial, const Method& method, const Outcome& outcome) {
  rows_[{trial.name, method.name}] = outcome;
  if (!file_) return;
  std::ofstream stream(*file_, std::ios::app);
  stream << row_json(trial, method, outcome).dump() << '\n' << std::flush;
  if (!stream) throw InputError({*file_}, "cannot be written");
}

}  // namespace tesselle::study::smartforce
