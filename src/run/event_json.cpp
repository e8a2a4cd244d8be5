#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "tesselle/events.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

using EventJson = nlohmann::ordered_json;

template <class T>
EventJson or_null(const std::optional<T>& value) {
  return value ? EventJson(*value) : EventJson(nullptr);
}

EventJson score_json(const std::optional<Best>& best) {
  if (!best) return nullptr;
  return {{"score", best->score}, {"max_score", best->max_score}, {"conflicts", best->conflicts}};
}

EventJson first_json(const std::optional<Milestone>& first) {
  if (!first) return nullptr;
  return {{"nodes", first->nodes}, {"seconds", first->seconds}, {"cpu_seconds", first->cpu_seconds}};
}

EventJson limits_json(const Limits& limits) {
  return {
      {"seconds", or_null(limits.seconds)}, {"nodes", or_null(limits.nodes)}, {"solutions", or_null(limits.solutions)}};
}

EventJson options_json(const SearchFacts& facts) {
  EventJson options = EventJson::object();
  for (const auto& [name, value] : facts.options) options[name] = value;
  return options;
}

EventJson stages_json(const std::vector<StageSummary>& stages) {
  EventJson list = EventJson::array();
  for (const StageSummary& stage : stages)
    list.push_back({{"engine", stage.engine}, {"goal", goal_name(stage.goal)}, {"seconds", or_null(stage.seconds)}});
  return list;
}

/// Names as keys: letters, digits and underscores.
std::string as_key(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == '-') c = '_';
  return name;
}

EventJson statistics_json(const Statistics& statistics) {
  EventJson values = EventJson::object();
  for (const Statistic& statistic : statistics.values) values[as_key(statistic.name)] = statistic.value;
  EventJson json = {{"values", values}, {"remarks", statistics.remarks}};
  if (!statistics.nodes_per_depth.empty()) json["nodes_per_depth"] = statistics.nodes_per_depth;
  return json;
}

/// The event's own keys first, then the solution format's.
EventJson with_solution(EventJson json, const Puzzle& puzzle, const SolutionRecord& record) {
  json.update(EventJson::parse(write_solution_json(puzzle, record)));
  return json;
}

EventJson units_json(const std::optional<ProgressMade::Units>& units) {
  return units ? EventJson{{"done", units->done}, {"all", units->all}} : EventJson(nullptr);
}

struct ToJson {
  const Puzzle& puzzle;

  EventJson operator()(const Started& e) const {
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
  EventJson operator()(const ProgressMade& e) const {
    EventJson json = {{"event", "progress"},
                      {"nodes", e.nodes},
                      {"solutions", e.solutions},
                      {"seconds", e.seconds},
                      {"nodes_per_second", e.nodes_per_second},
                      {"depth", e.depth},
                      {"fraction", or_null(e.fraction)},
                      {"seconds_left", or_null(e.seconds_left)},
                      {"best", score_json(e.best)}};
    if (e.units) json["units"] = units_json(e.units);
    if (e.board) json["board"] = EventJson::parse(write_solution_json(puzzle, *e.board));
    return json;
  }
  EventJson operator()(const Improved& e) const { return with_solution({{"event", "improved"}}, puzzle, e.record); }
  EventJson operator()(const SolutionFound& e) const {
    return with_solution({{"event", "solution"}, {"number", e.number}}, puzzle, e.record);
  }
  EventJson operator()(const Note& e) const { return {{"event", "note"}, {"text", e.text}}; }
  EventJson operator()(const Finished& e) const {
    EventJson json = {{"event", "finished"},      {"status", status_name(e.status)}, {"engine", e.engine},
                      {"solutions", e.solutions}, {"distinct", or_null(e.distinct)}, {"nodes", e.nodes},
                      {"seconds", e.seconds},     {"best", score_json(e.best)},      {"verified", e.verified}};
    json["puzzle"] = e.puzzle;
    json["hash"] = hex64(e.hash);
    json["goal"] = goal_name(e.goal);
    json["seed"] = e.seed;
    json["threads"] = e.threads;
    json["options"] = options_json(e);
    json["distinct_up_to"] = e.distinct_up_to;
    json["first"] = first_json(e.first);
    json["why_none"] = e.why_none.empty() ? EventJson(nullptr) : EventJson(e.why_none);
    json["target"] = or_null(e.target);
    if (e.units) json["openings"] = e.units->all, json["done"] = e.units->done;
    json["statistics"] = statistics_json(e.statistics);
    json["exit"] = exit_code_of(e);
    json["version"] = version();
    return json;
  }
};

}  // namespace

std::string event_json(const Puzzle& puzzle, const Event& event) {
  EventJson json = std::visit(ToJson{puzzle}, event);
  if (event.number > 0) json["seq"] = event.number;
  std::string text = json.dump();
  const auto* finished = std::get_if<Finished>(&event);
  if (finished == nullptr || !finished->exact_solutions) return text;
  // JSON numbers have any length, the library's do not.
  const std::string number = std::to_string(finished->solutions);
  const std::string key = "\"solutions\":";
  return text.replace(text.find(key) + key.size(), number.size(), finished->exact_solutions->decimal());
}

}  // namespace tesselle
