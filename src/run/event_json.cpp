
#include "base/hash.hpp"
#include "base/json.hpp"
#include "formats/solution_json.hpp"
#include "tesselle/events.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

Json score_json(const std::optional<Best>& best) {
  if (!best) return nullptr;
  return {{"score", best->score}, {"max_score", best->max_score}, {"conflicts", best->conflicts}};
}

Json first_json(const std::optional<Milestone>& first) {
  if (!first) return nullptr;
  return {{"nodes", first->nodes}, {"seconds", first->seconds}, {"cpu_seconds", first->cpu_seconds}};
}

Json limits_json(const Limits& limits) {
  return {{"seconds", limits.seconds}, {"nodes", limits.nodes}, {"solutions", limits.solutions}};
}

Json options_json(const SearchFacts& facts) {
  Json options = Json::object();
  for (const auto& [name, value] : facts.options) options[name] = value;
  return options;
}

Json stages_json(const std::vector<StageSummary>& stages) {
  Json list = Json::list();
  for (const StageSummary& stage : stages)
    list.push_back({{"engine", stage.engine}, {"goal", goal_name(stage.goal)}, {"seconds", stage.seconds}});
  return list;
}

/// Names as keys: letters, digits and underscores.
std::string as_key(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == '-') c = '_';
  return name;
}

Json statistics_json(const Statistics& statistics) {
  Json values = Json::object();
  for (const Statistic& statistic : statistics.values) values[as_key(statistic.name)] = statistic.value;
  Json json = {{"values", values}, {"remarks", statistics.remarks}};
  if (!statistics.nodes_per_depth.empty()) json["nodes_per_depth"] = statistics.nodes_per_depth;
  return json;
}

/// The event's own keys first, then the solution format's.
Json with_solution(Json json, const Puzzle& puzzle, const SolutionRecord& record) {
  json.update(solution_as_json(puzzle, record));
  return json;
}

Json units_json(const std::optional<ProgressMade::Units>& units) {
  return units ? Json{{"done", units->done}, {"all", units->all}} : Json();
}

/// Numbers of any length are JSON, too.
Json solutions_json(const Finished& e) {
  return e.exact_solutions ? Json(Json::Digits{e.exact_solutions->decimal()}) : Json(e.solutions);
}

struct ToJson {
  const Puzzle& puzzle;

  Json operator()(const Started& e) const {
    return {{"event", "started"},
            {"puzzle", e.puzzle},
            {"engine", e.engine},
            {"seed", e.seed},
            {"threads", e.threads},
            {"hash", hex64(e.hash)},
            {"goal", goal_name(e.goal)},
            {"reason", e.reason},
            {"stages", stages_json(e.stages)},
            {"options", options_json(e)},
            {"limits", limits_json(e.limits)},
            {"version", version()}};
  }
  Json operator()(const ProgressMade& e) const {
    Json json = {{"event", "progress"},
                 {"nodes", e.nodes},
                 {"solutions", e.solutions},
                 {"seconds", e.seconds},
                 {"nodes_per_second", e.nodes_per_second},
                 {"depth", e.depth},
                 {"fraction", e.fraction},
                 {"seconds_left", e.seconds_left},
                 {"best", score_json(e.best)}};
    if (e.units) json["units"] = units_json(e.units);
    if (e.board) json["board"] = solution_as_json(puzzle, *e.board);
    return json;
  }
  Json operator()(const Improved& e) const { return with_solution({{"event", "improved"}}, puzzle, e.record); }
  Json operator()(const SolutionFound& e) const {
    return with_solution({{"event", "solution"}, {"number", e.number}}, puzzle, e.record);
  }
  Json operator()(const Note& e) const { return {{"event", "note"}, {"text", e.text}}; }
  Json operator()(const Finished& e) const {
    Json json = {{"event", "finished"},    {"status", status_name(e.status)},
                 {"engine", e.engine},     {"solutions", solutions_json(e)},
                 {"distinct", e.distinct}, {"nodes", e.nodes},
                 {"seconds", e.seconds},   {"best", score_json(e.best)},
                 {"verified", e.verified}};
    json["puzzle"] = e.puzzle;
    json["hash"] = hex64(e.hash);
    json["goal"] = goal_name(e.goal);
    json["seed"] = e.seed;
    json["threads"] = e.threads;
    json["options"] = options_json(e);
    json["distinct_up_to"] = e.distinct_up_to;
    json["first"] = first_json(e.first);
    json["why_none"] = e.why_none.empty() ? Json() : Json(e.why_none);
    json["target"] = e.target;
    if (e.units) json["openings"] = e.units->all, json["done"] = e.units->done;
    json["statistics"] = statistics_json(e.statistics);
    json["exit"] = exit_code_of(e);
    json["version"] = version();
    return json;
  }
};

}  // namespace

std::string event_json(const Puzzle& puzzle, const Event& event) {
  Json json = std::visit(ToJson{puzzle}, event);
  if (event.number > 0) json["seq"] = event.number;
  return json.dump();
}

}  // namespace tesselle
