#include "profile.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tesselle/errors.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {

void write_profile(const std::string& file, const RunRequest& request, const Finished& finished) {
  const auto& nodes = finished.statistics.nodes_per_depth;
  const Options& options = request.config.options;
  const nlohmann::ordered_json json = {{"event", "profile"},
                                       {"puzzle", request.puzzle->name},
                                       {"hash", hex64(puzzle_hash(*request.puzzle))},
                                       {"engine", finished.engine},
                                       {"order", options.has("order") ? options.text("order") : ""},
                                       {"complete", finished.status == Status::exhausted},
                                       {"reduced", request.config.symmetry == SearchSymmetry::reduced},
                                       {"nodes_per_depth", nodes}};
  write_file_atomically(file, json.dump() + "\n");
}

Profile read_profile(const std::string& file, const Puzzle& puzzle) {
  const auto json = nlohmann::json::parse(read_file(file), nullptr, false);
  try {
    if (json.is_discarded() || json.at("event") != "profile") throw InputError({file}, "not a profile of a run");
    if (json.at("hash") != hex64(puzzle_hash(puzzle)))
      throw InputError({file}, fmt::format("found a run of '{}', expected one of '{}'",
                                           json.at("puzzle").get<std::string>(), puzzle.name));
    return {json.at("engine"), json.at("order"), json.at("complete"), json.at("reduced"), json.at("nodes_per_depth")};
  } catch (const nlohmann::json::exception&) {
    throw InputError({file}, "not a profile of a run: expected what `tesselle count --profile FILE` writes");
  }
}

}  // namespace tesselle
