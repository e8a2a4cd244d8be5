#include "search/profile.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "search/planner.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

std::string profile_checksum(const Json& profile) {
  Fnv64 sum;
  sum.add(profile.dump());
  return hex64(sum.value());
}

/// The profile without its checksum, which must be right.
Json checked_profile(Json json) {
  const auto checksum = json.take("checksum");
  if (!checksum) throw JsonError("a profile has a checksum");
  if (checksum->text() != profile_checksum(json)) throw JsonError("the checksum is wrong");
  return json;
}

}  // namespace

void require_profile(const SearchRequest& request) {
  for (const Stage& stage : plan_search(request).stages)
    if (!stage.request.engine->abilities.walks_tree)
      throw UsageError(fmt::format("--profile: engine {} does not walk a tree, so it keeps no nodes per depth",
                                   stage.request.engine->name));
}

void write_profile(const std::string& file, const SearchRequest& request, const Finished& finished) {
  const RunRequest run = plan_search(request).stages.front().request;
  const Options& options = run.config.options;
  Json json = {{"event", "profile"},
               {"puzzle", finished.puzzle},
               {"hash", hex64(finished.hash)},
               {"engine", finished.engine},
               {"order", options.has("order") ? options.text("order") : ""},
               {"complete", finished.status == Status::exhausted},
               {"reduced", run.config.symmetry == SearchSymmetry::reduced},
               {"nodes_per_depth", finished.statistics.nodes_per_depth}};
  json["checksum"] = profile_checksum(json);
  write_file_atomically(file, json.dump() + "\n");
}

Profile read_profile(const std::string& file, const Puzzle& puzzle) {
  try {
    const Json json = checked_profile(Json::parse(read_file(file)));
    if (json.at("event").text() != "profile") throw JsonError("expected a profile");
    if (json.at("hash").text() != hex64(puzzle_hash(puzzle)))
      throw InputError({file},
                       fmt::format("found a run of '{}', expected one of '{}'", json.at("puzzle").text(), puzzle.name));
    const auto nodes = json.at("nodes_per_depth").counts();
    return {json.at("engine").text(),
            json.at("order").text(),
            json.at("complete").flag(),
            json.at("reduced").flag(),
            {nodes.begin(), nodes.end()}};
  } catch (const JsonError& error) {
    throw InputError(
        {file}, fmt::format("not a profile of a run, as `tesselle count --profile FILE` writes it: {}", error.what()));
  }
}

}  // namespace tesselle
