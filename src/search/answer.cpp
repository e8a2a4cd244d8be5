#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/json.hpp"
#include "base/usable_cpus.hpp"
#include "run/registry.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

std::vector<std::string> ability_names(const EngineInfo& engine) {
  const Abilities& can = engine.abilities;
  std::vector<std::string> names;
  if (can.walks_tree || can.shares_work || !engine.complete) names.push_back("threads");
  if (can.resumes()) names.push_back("checkpoint");
  if (engine.reduces_symmetry) names.push_back("symmetry");
  if (can.improves) names.push_back("start");
  if (can.shows_board) names.push_back("live board");
  return names;
}

EngineDescription description_of(const EngineInfo& engine) {
  return {engine.name,           engine.family,  engine.complete, engine.goals,
          ability_names(engine), engine.summary, engine.options};
}

EngineDescription portfolio_description(Family family) {
  return {"portfolio",
          family,
          true,
          {Goal::first},
          {"threads", "symmetry"},
          "different engines on different threads, the first to answer wins (solve only)",
          {}};
}

}  // namespace

Answer answer_of(const Finished& finished) {
  switch (exit_code_of(finished)) {
    case 0:
      return {Outcome::answered, 0, 200, "answered"};
    case 1:
      return {Outcome::none, 1, 200, "none"};
    case 3:
      return {Outcome::limit, 3, 200, "limit"};
  }
  return {};
}

const std::vector<EngineDescription>& engines() {
  static const std::vector<EngineDescription> all = [] {
    std::vector<EngineDescription> list;
    for (const EngineInfo& engine : all_engines()) list.push_back(description_of(engine));
    for (const Family family : {Family::edge, Family::packing}) list.push_back(portfolio_description(family));
    return list;
  }();
  return all;
}

double parse_duration(const std::string& text, const std::string& option) {
  static const std::map<std::string_view, double> units = {
      {"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
  const auto refuse = [&] {
    throw UsageError(
        fmt::format("{}: found '{}', expected a duration such as 90, 60s, 10m, 1.5h or 1h30m", option, text));
  };
  double seconds = 0, last_unit = 1e9;
  for (const char *at = text.data(), *end = at + text.size(); at != end;) {
    double number = 0;
    const auto [unit, error] = std::from_chars(at, end, number, std::chars_format::fixed);
    at = std::find_if(unit, end, [](char c) { return c < 'a' || c > 'z'; });
    const auto known = units.find({unit, static_cast<std::size_t>(at - unit)});
    const bool plain = unit == end && last_unit == 1e9;  // "90", but not "1h90"
    if (error != std::errc{} || number < 0 || (known == units.end() && !plain)) refuse();
    const double factor = plain ? 1 : known->second;
    if (!(factor < last_unit)) refuse();  // "30m1h" is more likely a slip than meant
    seconds += number * factor;
    last_unit = factor;
  }
  if (!(seconds > 0) || seconds > 1e9) refuse();
  return seconds;
}

unsigned default_threads() { return std::min(usable_cpus(), 1024u); }

std::string engine_json(const EngineDescription& engine) {
  Json options = Json::list();
  for (const OptionSpec& spec : engine.options)
    options.push_back({{"name", spec.name}, {"default", to_string(spec.default_value)}, {"help", spec.help}});
  return Json{{"name", engine.name},         {"family", family_name(engine.family)},
              {"complete", engine.complete}, {"abilities", engine.abilities},
              {"summary", engine.summary},   {"options", options}}
      .dump();
}

}  // namespace tesselle
