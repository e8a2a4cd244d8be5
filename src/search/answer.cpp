#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/json.hpp"
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
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  static const std::map<std::string_view, double> units = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}};
  const auto known = units.find(unit);
  if (error != std::errc{} || known == units.end() || !(number > 0) || number > 1e9)
    throw UsageError(fmt::format("{}: found '{}', expected a duration such as 60s, 10m or 1h", option, text));
  return number * known->second;
}

unsigned default_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return static_cast<unsigned>(std::clamp(CPU_COUNT(&allowed), 1, 1024));
}

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
