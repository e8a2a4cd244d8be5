#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "base/json.hpp"
#include "formats/solution_json.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

/// Built-in puzzles by name, others as the text of a puzzle file.
Json puzzle_json(const Puzzle& puzzle) {
  const auto names = library_names();
  const bool built_in = std::find(names.begin(), names.end(), puzzle.name) != names.end();
  if (built_in && puzzle_hash(load_puzzle(puzzle.name)) == puzzle_hash(puzzle)) return puzzle.name;
  return {{"name", puzzle.name}, {"toml", write_toml(puzzle)}};
}

/// Takes the keys of an object one by one; keys left over are wrong.
class Keys {
 public:
  Keys(Json object, std::string place, std::string file)
      : object_(std::move(object)), place_(std::move(place)), file_(std::move(file)) {
    if (!object_.is_object()) refuse("expected an object");
  }

  /// Hands the value to `use` if there is one.
  template <class Use>
  void take(const char* key, Use use) {
    const Json value = taken(key);
    if (value.is_null()) return;
    try {
      use(value);
    } catch (const JsonError& error) {
      refuse(fmt::format("'{}': {}", key, error.what()));
    }
  }
  void take(const char* key, std::string& target) {
    take(key, [&](const Json& value) { target = value.text(); });
  }
  void take(const char* key, bool& target) {
    take(key, [&](const Json& value) { target = value.flag(); });
  }
  void take(const char* key, double& target) {
    take(key, [&](const Json& value) { target = value.number(); });
  }
  void take(const char* key, int& target) {
    take(key, [&](const Json& value) { target = static_cast<int>(value.whole(INT_MIN, INT_MAX)); });
  }
  void take(const char* key, std::optional<std::uint64_t>& target) {
    take(key, [&](const Json& value) { target = value.count(); });
  }
  Json taken(const char* key) { return object_.take(key).value_or(Json()); }
  void end() const {
    if (!object_.empty()) refuse(fmt::format("no key '{}' is known here", object_.members().front().first));
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError({file_}, place_.empty() ? what : place_ + ": " + what);
  }

 private:
  Json object_;
  std::string place_, file_;
};

/// A name of a built-in puzzle, or a puzzle file's text. Never a path: requests may come from other machines.
Puzzle puzzle_from(const Json& json, const Keys& keys, const std::string& file) {
  if (json.is_text()) {
    const auto names = library_names();
    const std::string& name = json.text();
    if (std::find(names.begin(), names.end(), name) == names.end())
      keys.refuse(fmt::format("'puzzle': no built-in puzzle is called '{}'", name));
    return load_puzzle(name);
  }
  Keys inner(json, "puzzle", file);
  std::string name, text;
  inner.take("name", name);
  inner.take("toml", text);
  inner.end();
  return read_puzzle(text, name.empty() ? file : name + ".toml");
}

Goal goal_from(const std::string& name, const Keys& keys) {
  for (const Goal goal : {Goal::first, Goal::all, Goal::count, Goal::best})
    if (goal_name(goal) == name) return goal;
  keys.refuse(fmt::format("'goal': found '{}', expected first, all, count or best", name));
}

void take_path(Keys& keys, const char* key, std::optional<std::filesystem::path>& target) {
  std::string text;
  keys.take(key, text);
  if (!text.empty()) target = text;
}

void take_limits(Keys& keys, const std::string& file, Limits& limits) {
  const Json json = keys.taken("limits");
  if (json.is_null()) return;
  Keys inner(json, "limits", file);
  inner.take("seconds", [&](const Json& value) { limits.seconds = value.number(); });
  if (limits.seconds && !(*limits.seconds > 0)) inner.refuse("'seconds': expected a positive number");
  inner.take("nodes", limits.nodes);
  inner.take("solutions", limits.solutions);
  inner.end();
}

Json parsed(std::string_view text, const std::string& file) try { return Json::parse(text); } catch (const JsonError&) {
  throw InputError({file}, "is not JSON");
}

}  // namespace

std::string to_json(const SearchRequest& request) {
  Json json = {{"puzzle", puzzle_json(*request.puzzle)}, {"goal", goal_name(request.goal)}};
  if (request.symmetry) json["symmetry"] = *request.symmetry == Symmetry::all ? "all" : "distinct";
  json["engine"] = request.engine;
  if (!request.options.empty()) json["options"] = request.options;
  json["seed"] = request.seed;
  if (request.threads > 0) json["threads"] = request.threads;
  Json limits = Json::object();
  if (request.limits.seconds) limits["seconds"] = *request.limits.seconds;
  if (request.limits.nodes) limits["nodes"] = *request.limits.nodes;
  if (request.limits.solutions) limits["solutions"] = *request.limits.solutions;
  if (!limits.empty()) json["limits"] = limits;
  if (request.target) json["target"] = *request.target;
  if (request.start) {
    SolutionRecord record;
    record.puzzle = request.puzzle->name;
    record.hash = puzzle_hash(*request.puzzle);
    record.solution = *request.start;
    json["start"] = solution_as_json(*request.puzzle, record);
  }
  const auto add_path = [&](const char* key, const std::optional<std::filesystem::path>& path) {
    if (path) json[key] = path->string();
  };
  add_path("checkpoint", request.checkpoint);
  add_path("resume", request.resume);
  add_path("out", request.out);
  add_path("archive", request.archive);
  if (request.archive_above >= 0) json["archive_above"] = request.archive_above;
  if (request.live_board) json["live_board"] = true;
  json["progress_seconds"] = request.progress_seconds;
  json["checkpoint_seconds"] = request.checkpoint_seconds;
  return json.dump();
}

SearchRequest request_from_json(std::string_view text, const std::string& file) {
  Keys keys(parsed(text, file), "", file);
  SearchRequest request;
  const Json puzzle = keys.taken("puzzle");
  if (puzzle.is_null()) keys.refuse("'puzzle' is missing");
  request.puzzle = share(puzzle_from(puzzle, keys, file));
  std::string goal = "first", symmetry;
  keys.take("goal", goal);
  request.goal = goal_from(goal, keys);
  keys.take("symmetry", symmetry);
  if (!symmetry.empty() && symmetry != "all" && symmetry != "distinct")
    keys.refuse(fmt::format("'symmetry': found '{}', expected all or distinct", symmetry));
  if (!symmetry.empty()) request.symmetry = symmetry == "all" ? Symmetry::all : Symmetry::distinct;
  keys.take("engine", request.engine);
  keys.take("options", [&](const Json& value) {
    for (const auto& [name, chosen] : value.members()) request.options[name] = chosen.text();
  });
  std::optional<std::uint64_t> seed, threads;
  keys.take("seed", seed);
  keys.take("threads", threads);
  request.seed = seed.value_or(1);
  if (threads.value_or(1) < 1 || threads.value_or(1) > 1024) keys.refuse("'threads': expected 1 to 1024");
  request.threads = static_cast<unsigned>(threads.value_or(0));
  take_limits(keys, file, request.limits);
  keys.take("target", [&](const Json& value) { request.target = static_cast<int>(value.whole(INT_MIN, INT_MAX)); });
  if (const Json start = keys.taken("start"); !start.is_null())
    request.start = read_solution(*request.puzzle, start.dump(), file).solution;
  take_path(keys, "checkpoint", request.checkpoint);
  take_path(keys, "resume", request.resume);
  take_path(keys, "out", request.out);
  take_path(keys, "archive", request.archive);
  keys.take("archive_above", request.archive_above);
  keys.take("live_board", request.live_board);
  keys.take("progress_seconds", request.progress_seconds);
  keys.take("checkpoint_seconds", request.checkpoint_seconds);
  keys.end();
  return request;
}

}  // namespace tesselle
