#include "run/checkpoint.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using Json = nlohmann::ordered_json;
constexpr int checkpoint_version = 2;

Json milestone_json(const std::optional<Milestone>& milestone) {
  if (!milestone) return nullptr;
  return {{"nodes", milestone->nodes}, {"seconds", milestone->seconds}, {"cpu_seconds", milestone->cpu_seconds}};
}

/// Files of earlier versions do not tell.
double cpu_seconds_from(const Json& json) { return json.value("cpu_seconds", 0.0); }

std::optional<Milestone> milestone_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Milestone{json.at("nodes").get<std::uint64_t>(), json.at("seconds").get<double>(), cpu_seconds_from(json)};
}

Json best_json(const std::optional<Best>& best) {
  if (!best) return nullptr;
  return {{"score", best->score}, {"max_score", best->max_score}, {"conflicts", best->conflicts}};
}

std::optional<Best> best_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Best{json.at("score").get<int>(), json.at("max_score").get<int>(), json.at("conflicts").get<int>()};
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
  for (const std::size_t size : json.value("state_sizes", std::vector<std::size_t>{states.size()})) {
    if (size > states.size() - begin) throw std::runtime_error("the engines' states are not what was written");
    parts.push_back(states.substr(begin, size));
    begin += size;
  }
  return parts;
}

Json to_json(const Checkpoint& checkpoint) {
  Json jobs = Json::array();
  for (const TreePosition& job : checkpoint.jobs) jobs.push_back({job.floor, job.next, job.choices});
  Json state_sizes = Json::array();
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
  checkpoint.puzzle_hash = std::stoull(json.at("puzzle_hash").get<std::string>(), nullptr, 16);
  checkpoint.engine = json.at("engine").get<std::string>();
  checkpoint.goal = json.at("goal").get<std::string>();
  checkpoint.symmetry = json.at("symmetry").get<std::string>();
  checkpoint.options = json.at("options").get<std::string>();
  checkpoint.seed = json.at("seed").get<std::uint64_t>();
  checkpoint.nodes = json.at("nodes").get<std::uint64_t>();
  checkpoint.seconds = json.at("seconds").get<double>();
  checkpoint.cpu_seconds = cpu_seconds_from(json);
  checkpoint.totals.solutions = json.at("solutions").get<std::uint64_t>();
  checkpoint.totals.distinct = json.at("distinct").get<std::uint64_t>();
  checkpoint.totals.verified = json.at("verified").get<std::uint64_t>();
  checkpoint.totals.announced = json.at("announced").get<std::uint64_t>();
  checkpoint.totals.best = best_from(json.at("best"));
  checkpoint.totals.first = milestone_from(json.at("first"));
  checkpoint.total_jobs = json.at("jobs_in_all").get<std::size_t>();
  for (const Json& job : json.at("jobs")) {
    TreePosition position;
    position.floor = job.at(0).get<std::uint32_t>();
    position.next = job.at(1).get<std::uint32_t>();
    position.choices = job.at(2).get<std::vector<std::uint32_t>>();
    checkpoint.jobs.push_back(std::move(position));
  }
  return checkpoint;
}

constexpr std::size_t largest_checkpoint = std::size_t{4} << 30;

Json parse(const std::filesystem::path& path, const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("tesselle_checkpoint"))
    throw InputError({path.string()}, "is not a Tesselle checkpoint");
  if (json["tesselle_checkpoint"] != checkpoint_version)
    throw InputError({path.string()}, fmt::format("is a checkpoint of version {}, expected {}",
                                                  json["tesselle_checkpoint"].dump(), checkpoint_version));
  return json;
}

Checkpoint load(const std::filesystem::path& path) {
  const std::string text = read_file(path, largest_checkpoint);
  const Json json = parse(path, text);
  try {
    Checkpoint checkpoint = from_json(json);
    const std::string states = text.substr(std::min(text.size(), text.find('\n') + 1));
    if (states.size() != json.value("state_bytes", std::size_t{0}) ||
        hex64(hash_of(states)) != json.value("state_hash", hex64(hash_of(""))))
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
