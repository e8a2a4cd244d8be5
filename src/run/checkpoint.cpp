#include "run/checkpoint.hpp"

#include <fmt/format.h>

#include <climits>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr int checkpoint_version = 2;

Json milestone_json(const std::optional<Milestone>& milestone) {
  if (!milestone) return nullptr;
  return {{"nodes", milestone->nodes}, {"seconds", milestone->seconds}, {"cpu_seconds", milestone->cpu_seconds}};
}

/// Files of earlier versions do not tell.
double cpu_seconds_from(const Json& json) {
  const Json* seconds = json.find("cpu_seconds");
  return seconds != nullptr ? seconds->number() : 0;
}

std::optional<Milestone> milestone_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Milestone{json.at("nodes").count(), json.at("seconds").number(), cpu_seconds_from(json)};
}

Json best_json(const std::optional<Best>& best) {
  if (!best) return nullptr;
  return {{"score", best->score}, {"max_score", best->max_score}, {"conflicts", best->conflicts}};
}

int small_number(const Json& json, const char* key) { return static_cast<int>(json.at(key).count(INT_MAX)); }

std::optional<Best> best_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Best{small_number(json, "score"), small_number(json, "max_score"), small_number(json, "conflicts")};
}

std::uint64_t hash_of(const std::string& bytes) {
  Fnv64 hash;
  hash.add(bytes);
  return hash.value();
}

std::string joined(const std::vector<std::string>& states) {
  std::string all;
  for (const std::string& state : states) all += state;
  return all;
}

/// Files of earlier versions have one state and do not say its size apart.
std::vector<std::string> parted(const std::string& states, const Json& json) {
  if (states.empty()) return {};
  std::vector<std::string> parts;
  std::size_t begin = 0;
  const Json* sizes = json.find("state_sizes");
  for (const std::uint64_t size : sizes != nullptr ? sizes->counts() : std::vector<std::uint64_t>{states.size()}) {
    if (size > states.size() - begin) throw std::runtime_error("the engines' states are not what was written");
    parts.push_back(states.substr(begin, size));
    begin += size;
  }
  return parts;
}

Json to_json(const Checkpoint& checkpoint) {
  Json jobs = Json::list();
  for (const TreePosition& job : checkpoint.jobs) jobs.push_back({job.floor, job.next, job.choices});
  Json state_sizes = Json::list();
  for (const std::string& state : checkpoint.engine_states) state_sizes.push_back(state.size());
  return {{"tesselle_checkpoint", checkpoint_version},
          {"puzzle_hash", hex64(checkpoint.puzzle_hash)},
          {"engine", checkpoint.engine},
          {"goal", checkpoint.goal},
          {"symmetry", checkpoint.symmetry},
          {"options", checkpoint.options},
          {"seed", checkpoint.seed},
          {"nodes", checkpoint.nodes},
          {"seconds", checkpoint.seconds},
          {"cpu_seconds", checkpoint.cpu_seconds},
          {"solutions", checkpoint.totals.solutions},
          {"distinct", checkpoint.totals.distinct},
          {"verified", checkpoint.totals.verified},
          {"announced", checkpoint.totals.announced},
          {"best", best_json(checkpoint.totals.best)},
          {"first", milestone_json(checkpoint.totals.first)},
          {"jobs_in_all", checkpoint.total_jobs},
          {"jobs", jobs},
          {"state_sizes", state_sizes},
          {"state_bytes", joined(checkpoint.engine_states).size()},
          {"state_hash", hex64(hash_of(joined(checkpoint.engine_states)))}};
}

Checkpoint from_json(const Json& json) {
  Checkpoint checkpoint;
  checkpoint.puzzle_hash = std::stoull(json.at("puzzle_hash").text(), nullptr, 16);
  checkpoint.engine = json.at("engine").text();
  checkpoint.goal = json.at("goal").text();
  checkpoint.symmetry = json.at("symmetry").text();
  checkpoint.options = json.at("options").text();
  checkpoint.seed = json.at("seed").count();
  checkpoint.nodes = json.at("nodes").count();
  checkpoint.seconds = json.at("seconds").number();
  checkpoint.cpu_seconds = cpu_seconds_from(json);
  checkpoint.totals.solutions = json.at("solutions").count();
  checkpoint.totals.distinct = json.at("distinct").count();
  checkpoint.totals.verified = json.at("verified").count();
  checkpoint.totals.announced = json.at("announced").count();
  checkpoint.totals.best = best_from(json.at("best"));
  checkpoint.totals.first = milestone_from(json.at("first"));
  checkpoint.total_jobs = json.at("jobs_in_all").count();
  for (const Json& job : json.at("jobs").items()) {
    TreePosition position;
    position.floor = static_cast<std::uint32_t>(job.at(0).count(UINT32_MAX));
    position.next = static_cast<std::uint32_t>(job.at(1).count(UINT32_MAX));
    for (const Json& choice : job.at(2).items())
      position.choices.push_back(static_cast<std::uint32_t>(choice.count(UINT32_MAX)));
    checkpoint.jobs.push_back(std::move(position));
  }
  return checkpoint;
}

constexpr std::size_t largest_checkpoint = std::size_t{4} << 30;

Json json_or_null(const std::string& line) try { return Json::parse(line); } catch (const JsonError&) {
  return {};
}

Json parse(const std::filesystem::path& path, const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  const Json json = json_or_null(line);
  const Json* version = json.find("tesselle_checkpoint");
  if (version == nullptr) throw InputError({path.string()}, "is not a Tesselle checkpoint");
  if (version->dump() != std::to_string(checkpoint_version))
    throw InputError({path.string()},
                     fmt::format("is a checkpoint of version {}, expected {}", version->dump(), checkpoint_version));
  return json;
}

Checkpoint load(const std::filesystem::path& path) {
  const std::string text = read_file(path, largest_checkpoint);
  const Json json = parse(path, text);
  try {
    Checkpoint checkpoint = from_json(json);
    const std::string states = text.substr(std::min(text.size(), text.find('\n') + 1));
    const Json *bytes = json.find("state_bytes"), *hash = json.find("state_hash");
    if (states.size() != (bytes != nullptr ? bytes->count() : 0) ||
        hex64(hash_of(states)) != (hash != nullptr ? hash->text() : hex64(hash_of(""))))
      throw std::runtime_error("the engines' states are not what was written");
    checkpoint.engine_states = parted(states, json);
    return checkpoint;
  } catch (const std::exception& error) {  // a key is missing or has another type
    throw InputError({path.string()}, fmt::format("is a damaged checkpoint: {}", error.what()));
  }
}

void require_same(const std::filesystem::path& path, const char* what, const std::string& theirs,
                  const std::string& ours) {
  if (theirs != ours)
    throw InputError({path.string()}, fmt::format("was made with {} '{}', found '{}'", what, theirs, ours));
}

}  // namespace

Checkpoint blank_checkpoint(const RunRequest& request) {
  Checkpoint checkpoint;
  checkpoint.puzzle_hash = puzzle_hash(*request.puzzle);
  checkpoint.engine = request.engine->name;
  checkpoint.goal = std::string(goal_name(request.config.goal));
  checkpoint.symmetry = request.config.symmetry == SearchSymmetry::reduced ? "reduced" : "whole";
  checkpoint.options = request.config.options.changed();
  checkpoint.seed = request.config.seed;
  checkpoint.jobs = {TreePosition{}};
  return checkpoint;
}

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  write_file_atomically(path, to_json(checkpoint).dump() + "\n" + joined(checkpoint.engine_states));
}

Checkpoint read_checkpoint(const std::filesystem::path& path, const RunRequest& request) {
  const Checkpoint theirs = load(path);
  const Checkpoint ours = blank_checkpoint(request);
  if (theirs.puzzle_hash != ours.puzzle_hash)
    throw InputError({path.string()}, fmt::format("was made for another puzzle than {}", request.puzzle->name));
  require_same(path, "engine", theirs.engine, ours.engine);
  require_same(path, "goal", theirs.goal, ours.goal);
  require_same(path, "symmetry", theirs.symmetry, ours.symmetry);
  require_same(path, "options", theirs.options, ours.options);
  require_same(path, "seed", std::to_string(theirs.seed), std::to_string(ours.seed));
  return theirs;
}

std::string checkpoint_engine(const std::filesystem::path& path) { return load(path).engine; }

}  // namespace tesselle
