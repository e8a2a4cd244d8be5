#include "edge/corolla/corolla.hpp"

#include <optional>

#include "edge/corolla/corolla_space.hpp"
#include "engine/tree_search.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using namespace edge;

OptionTable corolla_options() {
  return {{.name = "corollas",
           .default_value = std::string(),
           .help = "a file of tesselle corollas build; without it corollas are grown when the search starts"},
          {.name = "corolla-tables",
           .default_value = std::int64_t{1024},
           .help = "how large the tables of one thread may become, in megabytes",
           .min = 1,
           .max = 1 << 20}};
}

std::optional<corollas::CorollaFile> read_file_for(const EdgePuzzle& puzzle, const std::string& path) {
  if (path.empty()) return std::nullopt;
  corollas::CorollaFile file(path);
  file.check_is_for(puzzle);
  if (file.contents().radius != 1) throw UsageError("engine corolla: --corollas must be a file of radius 1");
  return file;
}

std::unique_ptr<Engine> make_corolla(const Puzzle& puzzle, const EngineConfig& config) {
  const auto file = read_file_for(puzzle.edge(), config.options.text("corollas"));
  const auto table_limit = static_cast<std::size_t>(config.options.integer("corolla-tables")) << 20;
  return std::make_unique<TreeSearch<corolla::CorollaSpace>>(
      corolla::CorollaSpace(puzzle.edge(), file ? &*file : nullptr, table_limit));
}

}  // namespace

EngineInfo corolla_engine() {
  EngineInfo info;
  info.name = "corolla";
  info.family = Family::edge;
  info.complete = true;
  info.abilities = abilities_of<TreeSearch<corolla::CorollaSpace>>();
  info.summary = "whole corollas as steps, looked up by the colours of their frontier";
  info.options = corolla_options();
  info.factory = make_corolla;
  return info;
}

}  // namespace tesselle
