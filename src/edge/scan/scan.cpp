#include "edge/scan/scan.hpp"

#include "edge/scan/scan_search.hpp"
#include "edge/tables/path_options.hpp"
#include "edge/tables/variety.hpp"

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
  edge::scan::SearchSettings settings;
  settings.path = edge::chosen_path(puzzle.edge(), config.options);
  settings.reduced = config.symmetry == SearchSymmetry::reduced;
  if (config.options.text("values") == "shuffle") settings.shuffle_seed = config.seed;
  return std::make_unique<edge::scan::ScanSearch>(puzzle, settings);
}

std::optional<Recommendation> recommend_scan(const Puzzle& puzzle, const EngineNeeds& needs) {
  if (needs.goal == Goal::best) return std::nullopt;
  return Recommendation{puzzle.edge().cell_count() <= edge::small_board
                            ? "the fastest complete search on boards of this size"
                            : "the fastest complete search where colours leave much choice"};
}

}  // namespace

EngineInfo scan_engine() {
  EngineInfo info;
  info.name = "scan";
  info.family = Family::edge;
  info.complete = true;
  info.reduces_symmetry = true;
  info.abilities = abilities_of<edge::scan::ScanSearch>();
  info.summary = "brute force at full speed: cells in a fixed order, candidates by the colours around them";
  info.options = scan_options();
  info.factory = make_scan;
  info.recommend = recommend_scan;
  return info;
}

}  // namespace tesselle
