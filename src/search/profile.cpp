#include "search/profile.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "search/planner.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {

void require_profile(const SearchRequest& request) {
  for (const Stage& stage : plan_search(request).stages)
    if (!stage.request.engine->abilities.walks_tree)
      throw UsageError(fmt::format("--profile: engine {} does not walk a tree, so it keeps no nodes per depth",
                                   stage.request.engine->name));
}

void write_profile(const std::string& file, const SearchRequest& request, const Finished& finished) {
  const RunRequest run = plan_search(request).stages.front().request;
  const Options& options = run.config.options;
  const Json json = {{"event", "profile"},
                     {"puzzle", finished.puzzle},
                     {"hash", hex64(finished.hash)},
                     {"engine", finished.engine},
                     {"order", options.has("order") ? options.text("order") : ""},
                     {"complete", finished.status == Status::exhausted},
                     {"reduced", run.config.symmetry == SearchSymmetry::reduced},
                     {"nodes_per_depth", finished.statistics.nodes_per_depth}};
  write_file_atomically(file, json.dump() + "\n");
}

Profile read_profile(const std::string& file, const Puzzle& puzzle) {
  try {
    const Json json = Json::parse(read_file(file));
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
  } catch (const JsonError&) {
    throw InputError({file}, "not a profile of a run: expected what `tesselle count --profile FILE` writes");
  }
}

}  // namespace tesselle
