#include "run/event_json.hpp"

#include <nlohmann/json.hpp>

#include "formats/formats.hpp"

namespace tesselle {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json score_json(const std::optional<Best>& best) {
  if (!best) return nullptr;
  return {{"score", best->score}, {"max_score", best->max_score}, {"conflicts", best->conflicts}};
}

/// The event's own keys first, then the solution format's.
Json with_solution(Json json, const Puzzle& puzzle, const SolutionRecord& record) {
  json.update(Json::parse(write_solution_json(puzzle, record)));
  return json;
}

struct ToJson {
  const Puzzle& puzzle;

  Json operator()(const Started& e) const {
    return {{"event", "started"}, {"puzzle", e.puzzle}, {"engine", e.engine}, {"seed", e.seed}, {"threads", e.threads}};
  }
  Json operator()(const ProgressMade& e) const {
    return {{"event", "progress"},
            {"nodes", e.nodes},
            {"solutions", e.solutions},
            {"seconds", e.seconds},
            {"nodes_per_second", e.nodes_per_second},
            {"depth", e.depth},
            {"fraction", or_null(e.fraction)},
            {"seconds_left", or_null(e.seconds_left)},
            {"best", score_json(e.best)}};
  }
  Json operator()(const Improved& e) const { return with_solution({{"event", "improved"}}, puzzle, e.record); }
  Json operator()(const SolutionFound& e) const {
    return with_solution({{"event", "solution"}, {"number", e.number}}, puzzle, e.record);
  }
  Json operator()(const Note& e) const { return {{"event", "note"}, {"text", e.text}}; }
  Json operator()(const Finished& e) const {
    return {{"event", "finished"},      {"status", status_name(e.status)}, {"engine", e.engine},
            {"solutions", e.solutions}, {"distinct", or_null(e.distinct)}, {"nodes", e.nodes},
            {"seconds", e.seconds},     {"best", score_json(e.best)},      {"verified", e.verified}};
  }
};

}  // namespace

std::string event_json(const Puzzle& puzzle, const Event& event) {
  std::string text = std::visit(ToJson{puzzle}, event).dump();
  const auto* finished = std::get_if<Finished>(&event);
  if (finished == nullptr || !finished->all_digits) return text;
  // JSON numbers have any length, the library's do not.
  const std::string number = std::to_string(finished->solutions);
  const std::string key = "\"solutions\":";
  return text.replace(text.find(key) + key.size(), number.size(), *finished->all_digits);
}

}  // namespace tesselle
