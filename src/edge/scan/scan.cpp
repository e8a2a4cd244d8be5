#include "edge/scan/scan.hpp"

#include "edge/scan/scan_search.hpp"
#include "edge/tables/path_options.hpp"
#include "engine/requests.hpp"

namespace tesselle {
namespace {

OptionTable scan_options() {
  OptionTable table = edge::path_options();
  table.push_back({.name = "values",
                   .default_value = std::string("lexicographic"),
                   .help = "the order in which pieces are tried on a cell",
                   .choices = {"lexicographic", "shuffle"}});
  return table;
}

std::unique_ptr<Engine> make_scan(const Puzzle& puzzle, const EngineConfig& config) {
  require_supported(scan_engine(), puzzle, config);
  edge::scan::SearchSettings settings;
  settings.path = edge::chosen_path(puzzle.edge(), config.options);
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
  info.options = scan_options();
  info.make = make_scan;
  return info;
}

}  // namespace tesselle
