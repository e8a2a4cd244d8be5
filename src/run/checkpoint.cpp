#include "run/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <tuple>

#include "base/envelope.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/mapped_file.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr int checkpoint_version = 3;
constexpr std::string_view checkpoint_kind = "checkpoint";

/// Larger numbers are damage: no search makes 10^18 nodes or lasts for 10^12 seconds.
constexpr std::uint64_t max_total = 1'000'000'000'000'000'000;
constexpr double max_seconds = 1e12;
constexpr std::uint64_t max_total_jobs = std::uint64_t{1} << 40;

std::uint64_t total(const Json& json, const char* key) { return json.at(key).count(max_total); }

double seconds(const Json& json, const char* key) {
  const double value = json.at(key).number();
  if (!(value >= 0 && value <= max_seconds)) throw JsonError(fmt::format("found {} {}", value, key));
  return value;
}

std::uint64_t hash_in(const Json& json, const char* key) {
  const std::string& digits = json.at(key).text();
  if (digits.size() != 16 || digits.find_first_not_of("0123456789abcdef") != digits.npos)
    throw JsonError(fmt::format("{}: expected 16 hexadecimal digits", key));
  return std::stoull(digits, nullptr, 16);
}

Json milestone_json(const std::optional<Milestone>& milestone) {
  if (!milestone) return nullptr;
  return {{"nodes", milestone->nodes}, {"seconds", milestone->seconds}, {"cpu_seconds", milestone->cpu_seconds}};
}

std::optional<Milestone> milestone_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Milestone{total(json, "nodes"), seconds(json, "seconds"), seconds(json, "cpu_seconds")};
}

Json best_json(const std::optional<Best>& best) {
  if (!best) return nullptr;
  return {{"score", best->score}, {"max_score", best->max_score}, {"conflicts", best->conflicts}};
}

int small_number(const Json& json, const char* key) { return static_cast<int>(json.at(key).count(INT_MAX)); }

std::optional<Best> best_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const Best best{small_number(json, "score"), small_number(json, "max_score"), small_number(json, "conflicts")};
  if (best.score > best.max_score) throw JsonError("the best score is above the highest possible");
  return best;
}

std::string joined(const std::vector<std::string>& states) {
  std::string all;
  for (const std::string& state : states) all += state;
  return all;
}

std::vector<std::string> parted(std::string_view states, const Json& sizes) {
  std::vector<std::string> parts;
  for (const Json& size : sizes.items()) {
    parts.emplace_back(states.substr(0, size.count(states.size())));
    states.remove_prefix(parts.back().size());
  }
  if (!states.empty()) throw JsonError("the engines' states are not what was written");
  return parts;
}

Json to_json(const Checkpoint& checkpoint) {
  Json jobs = Json::list();
  for (const TreePosition& job : checkpoint.jobs) jobs.push_back({job.floor, job.next, job.choices});
  Json state_sizes = Json::list();
  for (const std::string& state : checkpoint.engine_states) state_sizes.push_back(state.size());
  return {{"engine", checkpoint.engine},
          {"goal", checkpoint.goal},
          {"symmetry", checkpoint.symmetry},
          {"options", checkpoint.options},
          {"files", checkpoint.files},
          {"seed", checkpoint.seed},
          {"nodes", checkpoint.nodes},
          {"seconds", checkpoint.seconds},
          {"cpu_seconds", checkpoint.cpu_seconds},
          {"solutions", checkpoint.totals.solutions},
          {"distinct", checkpoint.totals.distinct},
          {"verified", checkpoint.totals.verified},
          {"announced", checkpoint.totals.announced},
          {"announced_hash", hex64(checkpoint.totals.announced_hash)},
          {"best", best_json(checkpoint.totals.best)},
          {"first", milestone_json(checkpoint.totals.first)},
          {"jobs_in_all", checkpoint.total_jobs},
          {"jobs", jobs},
          {"state_sizes", state_sizes}};
}

TreePosition position_from(const Json& json) {
  TreePosition position;
  position.floor = static_cast<std::uint32_t>(json.at(0).count(UINT32_MAX));
  position.next = static_cast<std::uint32_t>(json.at(1).count(UINT32_MAX));
  for (const Json& choice : json.at(2).items())
    position.choices.push_back(static_cast<std::uint32_t>(choice.count(UINT32_MAX - 1)));
  if (position.floor > position.choices.size()) throw JsonError("a job ends above its own place");
  return position;
}

/// No part of the tree is walked twice. (Jobs that overlap without being equal are not looked for.)
void require_different(std::vector<TreePosition> jobs) {
  const auto before = [](const TreePosition& a, const TreePosition& b) {
    return std::tie(a.choices, a.next, a.floor) < std::tie(b.choices, b.next, b.floor);
  };
  std::sort(jobs.begin(), jobs.end(), before);
  if (std::adjacent_find(jobs.begin(), jobs.end()) != jobs.end()) throw JsonError("a job is there twice");
}

Totals totals_from(const Json& json) {
  Totals totals;
  totals.solutions = json.at("solutions").count();  // engines that count without boards reach any number
  totals.distinct = json.at("distinct").count();
  totals.verified = total(json, "verified");
  totals.announced = total(json, "announced");
  totals.announced_hash = hash_in(json, "announced_hash");
  totals.best = best_from(json.at("best"));
  totals.first = milestone_from(json.at("first"));
  return totals;
}

Checkpoint from_json(const Json& json) {
  Checkpoint checkpoint;
  checkpoint.engine = json.at("engine").text();
  checkpoint.goal = json.at("goal").text();
  checkpoint.symmetry = json.at("symmetry").text();
  checkpoint.options = json.at("options").text();
  for (const auto& [option, hash] : json.at("files").members()) checkpoint.files[option] = hash.text();
  checkpoint.seed = json.at("seed").count();
  checkpoint.nodes = total(json, "nodes");
  checkpoint.seconds = seconds(json, "seconds");
  checkpoint.cpu_seconds = seconds(json, "cpu_seconds");
  checkpoint.totals = totals_from(json);
  checkpoint.total_jobs = json.at("jobs_in_all").count(max_total_jobs);
  for (const Json& job : json.at("jobs").items()) checkpoint.jobs.push_back(position_from(job));
  require_different(checkpoint.jobs);
  return checkpoint;
}

constexpr std::size_t largest_checkpoint = std::size_t{4} << 30;

/// Up to version 2 a checkpoint had no seal and began with its own JSON.
void refuse_unsealed_checkpoint(const std::string& file, std::string_view text) {
  if (text.starts_with("{\"tesselle_checkpoint\":"))
    throw InputError({file}, fmt::format("is a checkpoint of an earlier version of this program, without a checksum: "
                                         "start over (expected version {})",
                                         checkpoint_version));
}

Checkpoint load(const std::filesystem::path& path) {
  const std::string file = path.string(), text = read_file(path, largest_checkpoint);
  refuse_unsealed_checkpoint(file, text);
  const Unsealed found = unsealed(file, text, {checkpoint_kind, checkpoint_version});
  const std::size_t line_end = std::min(found.contents.find('\n'), found.contents.size());
  try {
    const Json json = Json::parse(found.contents.substr(0, line_end));
    Checkpoint checkpoint = from_json(json);
    checkpoint.puzzle_hash = found.puzzle_hash;
    checkpoint.engine_states =
        parted(found.contents.substr(std::min(line_end + 1, found.contents.size())), json.at("state_sizes"));
    return checkpoint;
  } catch (const JsonError& error) {  // a key is missing, has another type or a value that cannot be
    throw InputError({file}, fmt::format("is a damaged checkpoint: {}", error.what()));
  }
}

/// Options that name a file which the search writes; all others that name one say what it reads.
constexpr std::array written_options = {"cnf", "proof"};

/// What the options' files contain: a search that reads another file than before is another search.
std::map<std::string, std::string> files_read(const RunRequest& request) {
  std::map<std::string, std::string> hashes;
  for (const OptionSpec& spec : request.engine->options) {
    const bool is_text = std::holds_alternative<std::string>(spec.default_value) && spec.choices.empty();
    if (!is_text || std::find(written_options.begin(), written_options.end(), spec.name) != written_options.end())
      continue;
    if (!request.config.options.has(spec.name)) continue;
    const std::string& file = request.config.options.text(spec.name);
    std::error_code none;
    if (file.empty() || !std::filesystem::is_regular_file(file, none)) continue;
    Fnv64 hash;
    hash.add(MappedFile(file).bytes());
    hashes[spec.name] = hex64(hash.value());
  }
  return hashes;
}

void require_same(const std::filesystem::path& path, const char* what, const std::string& theirs,
                  const std::string& ours) {
  if (theirs != ours)
    throw InputError({path.string()}, fmt::format("was made with {} '{}', found '{}'", what, theirs, ours));
}

void require_same_files(const std::filesystem::path& path, const Checkpoint& theirs, const Checkpoint& ours,
                        const Options& options) {
  if (theirs.files == ours.files) return;
  for (const auto& [option, hash] : ours.files)
    if (const auto then = theirs.files.find(option); then == theirs.files.end() || then->second != hash)
      throw InputError({path.string()},
                       fmt::format("was made when --{} {} had other contents", option, options.text(option)));
  throw InputError({path.string()}, fmt::format("was made with a file for --{} that is not there any more",
                                                theirs.files.begin()->first));
}

}  // namespace

Checkpoint blank_checkpoint(const RunRequest& request) {
  Checkpoint checkpoint;
  checkpoint.puzzle_hash = puzzle_hash(*request.puzzle);
  checkpoint.engine = request.engine->name;
  checkpoint.goal = std::string(goal_name(request.config.goal));
  checkpoint.symmetry = request.config.symmetry == SearchSymmetry::reduced ? "reduced" : "whole";
  checkpoint.options = request.config.options.changed();
  if (request.checkpoint || request.resume) checkpoint.files = files_read(request);
  checkpoint.seed = request.config.seed;
  checkpoint.jobs = {TreePosition{}};
  return checkpoint;
}

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  const std::string contents = to_json(checkpoint).dump() + "\n" + joined(checkpoint.engine_states);
  write_file_atomically(path, sealed({checkpoint_kind, checkpoint_version, checkpoint.puzzle_hash}, contents));
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
  require_same_files(path, theirs, ours, request.config.options);
  require_same(path, "seed", std::to_string(theirs.seed), std::to_string(ours.seed));
  return theirs;
}

std::string checkpoint_engine(const std::filesystem::path& path) { return load(path).engine; }
Totals checkpoint_totals(const std::filesystem::path& path) { return load(path).totals; }

}  // namespace tesselle
