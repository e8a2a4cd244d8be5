#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "study/smartforce.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::study::smartforce {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

std::optional<double> as_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
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
          {"first", number_or_null(o.first)},
          {"all", number_or_null(o.all)}};
}

Outcome outcome_from(const Json& json) {
  Outcome o;
  o.refused = json.at("refused");
  o.before_seconds = json.at("before_seconds");
  o.before_bytes = json.at("before_bytes");
  o.nodes = json.at("nodes");
  o.solutions = json.at("solutions");
  o.limit = json.at("limit");
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
      rows_[{json.at("trial"), json.at("method")}] = outcome_from(json);
    } catch (const nlohmann::json::exception&) {
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
