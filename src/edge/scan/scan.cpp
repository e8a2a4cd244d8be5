#include "edge/scan/scan.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "base/rng.hpp"
#include "edge/scan/scan_search.hpp"
#include "engine/requests.hpp"

namespace tesselle {
namespace {

OptionTable option_table() {
  std::vector<std::string> orders = edge::path_names();
  orders.insert(orders.end(), {"comb", "file"});
  return {{.name = "order",
           .default_value = std::string("rowscan"),
           .help = "the path over the board; 'file' reads it from --path",
           .choices = orders},
          {.name = "path",
           .default_value = std::string(),
           .help = "a file with the cells (A1 A2 … or 1 2 …) in the order to fill them"},
          {.name = "teeth",
           .default_value = std::int64_t{2},
           .help = "order comb: how many rows at the bottom are filled column by column",
           .min = 1,
           .max = 1000},
          {.name = "values",
           .default_value = std::string("lexicographic"),
           .help = "the order in which pieces are tried on a cell",
           .choices = {"lexicographic", "shuffle"}}};
}

edge::Path make_path(const EdgePuzzle& puzzle, const Options& options) {
  const std::string& order = options.text("order");
  const std::string& file = options.text("path");
  if ((order == "file") != !file.empty()) throw UsageError("--path FILE and --order file go together");
  if (order == "file") return edge::read_path(puzzle, read_file(file), file);
  if (order != "comb") return edge::path_named(puzzle, order);
  const auto teeth = static_cast<int>(options.integer("teeth"));
  if (teeth > puzzle.height)
    throw UsageError(fmt::format("--teeth: found {}, but the board has {} rows", teeth, puzzle.height));
  return edge::comb(puzzle, teeth);
}

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  check_request(scan_engine(), puzzle, config);
  edge::scan::SearchSettings settings;
  settings.path = make_path(puzzle.edge(), config.options);
  settings.reduced = config.symmetry == SearchSymmetry::reduced;
  if (config.options.text("values") == "shuffle") settings.shuffle_seed = config.seed;
  return std::make_unique<edge::scan::ScanSearch>(puzzle, settings);
}

}  // namespace

EngineInfo scan_engine() {
  EngineInfo info;
  info.name = "scan";
  info.family = Family::edge;
  info.complete = true;
  info.walks_tree = true;
  info.reduces_symmetry = true;
  info.summary = "brute force at full speed: cells in a fixed order, candidates by the colours around them";
  info.options = option_table();
  info.make = make;
  return info;
}

}  // namespace tesselle
