#include "edge/smart/smart.hpp"

#include <algorithm>
#include <map>

#include "edge/corolla_data/build.hpp"
#include "edge/smart/smart_space.hpp"
#include "edge/tables/variety.hpp"
#include "engine/tree_search.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using namespace edge::smart;

OptionTable smart_options() {
  std::vector<std::string> cells = edge::path_names();
  cells.insert(cells.end(), {"pessimistic", "optimistic", "fewest-corollas", "most-corollas"});
  return {
      {.name = "propagate",
       .default_value = std::string("capi,boco,diag,supply"),
       .help = "the layers that look ahead, separated by commas, or none"},
      {.name = "cells",
       .default_value = std::string("pessimistic"),
       .help =
           "which cell is filled next: along a path, or the one with the smallest or largest domain, or by corollas",
       .choices = cells},
      {.name = "choice",
       .default_value = std::string("lexicographic"),
       .help =
           "which piece is tried first: in order, or the one with the smallest or largest room left, or by corollas",
       .choices = {"lexicographic", "pessimistic", "optimistic", "fewest-corollas", "most-corollas"}},
      {.name = "corollas",
       .default_value = std::string(),
       .help = "a file of tesselle corollas build, instead of growing corollas when the search starts"},
      {.name = "corollas-radius",
       .default_value = std::int64_t{0},
       .help = "values without a corolla of this radius leave their cells (0: none, or the file's radius)",
       .min = 0,
       .max = edge::corollas::max_radius},
      {.name = "corollas-depth",
       .default_value = std::int64_t{0},
       .help = "ask for corollas again after every placement down to this depth (0: only before the search)",
       .min = 0,
       .max = 1 << 20}};
}

/// From counts per zone, whose patches are turned on the board.
CorollaCounts counts_on_board(const edge::corollas::PatchPieces& pieces, const edge::corollas::ZoneMap& map,
                              const std::vector<std::vector<std::uint64_t>>& per_zone) {
  CorollaCounts counts(map.cell_count(), std::vector<std::uint64_t>(pieces.value_count()));
  for (std::size_t cell = 0; cell < counts.size(); ++cell)
    for (std::size_t v = 0; v < pieces.value_count(); ++v) {
      const auto value = static_cast<edge::corollas::Value>(v);
      counts[cell][pieces.turned(value, map.turn[cell])] = per_zone[map.zone[cell]][value];
    }
  return counts;
}

CorollaCounts counts_in_file(const edge::corollas::CorollaFile& file) {
  std::vector<std::vector<std::uint64_t>> per_zone;
  for (std::size_t zone = 0; zone < file.map().zones.size(); ++zone) per_zone.push_back(file.counts(zone));
  return counts_on_board(file.pieces(), file.map(), per_zone);
}

CorollaCounts counts_grown_now(const EdgePuzzle& puzzle, int radius) {
  constexpr std::uint64_t count_limit = 10'000;
  const edge::corollas::PatchPieces pieces(puzzle);
  const edge::corollas::ZoneMap map(puzzle.width, puzzle.height, radius);
  return counts_on_board(pieces, map, count_corollas(pieces, map, count_limit));
}

CorollaSettings read_corollas(const EdgePuzzle& puzzle, const Options& options, bool counts_needed) {
  CorollaSettings settings;
  settings.radius = static_cast<int>(options.integer("corollas-radius"));
  settings.depth = static_cast<std::uint32_t>(options.integer("corollas-depth"));
  if (const std::string& path = options.text("corollas"); !path.empty()) {
    const edge::corollas::CorollaFile file(path);
    file.check_is_for(puzzle);
    if (settings.radius != 0 && settings.radius != file.contents().radius)
      throw UsageError("engine smart: --corollas-radius differs from the radius of the file --corollas");
    settings.radius = file.contents().radius;
    settings.counts = counts_in_file(file);
  } else if (counts_needed) {
    settings.counts = counts_grown_now(puzzle, std::max(1, settings.radius));
  }
  return settings;
}

bool by_corollas(const std::string& choice) { return choice.find("corollas") != std::string::npos; }

SmartSettings read_settings(const EdgePuzzle& puzzle, const Options& options) {
  static const std::map<std::string, CellChoice> cell_choices = {{"pessimistic", CellChoice::pessimistic},
                                                                 {"optimistic", CellChoice::optimistic},
                                                                 {"fewest-corollas", CellChoice::fewest_corollas},
                                                                 {"most-corollas", CellChoice::most_corollas}};
  static const std::map<std::string, ValueChoice> value_choices = {{"lexicographic", ValueChoice::lexicographic},
                                                                   {"pessimistic", ValueChoice::pessimistic},
                                                                   {"optimistic", ValueChoice::optimistic},
                                                                   {"fewest-corollas", ValueChoice::fewest_corollas},
                                                                   {"most-corollas", ValueChoice::most_corollas}};
  SmartSettings settings;
  settings.layers = parse_layers(options.text("propagate"));
  const auto dynamic = cell_choices.find(options.text("cells"));
  if (dynamic != cell_choices.end()) settings.cells = dynamic->second;
  settings.path =
      dynamic == cell_choices.end() ? edge::path_named(puzzle, options.text("cells")) : edge::rowscan(puzzle);
  settings.values = value_choices.at(options.text("choice"));
  settings.corollas =
      read_corollas(puzzle, options, by_corollas(options.text("cells")) || by_corollas(options.text("choice")));
  return settings;
}

std::unique_ptr<Engine> make_smart(const Puzzle& puzzle, const EngineConfig& config) {
  const SmartSettings settings = read_settings(puzzle.edge(), config.options);
  return std::make_unique<TreeSearch<SmartSpace>>(SmartSpace(puzzle.edge(), settings));
}

std::optional<Recommendation> recommend_smart(const Puzzle& puzzle, const EngineNeeds& needs) {
  const EdgePuzzle& body = puzzle.edge();
  if (needs.goal == Goal::best || body.cell_count() <= edge::small_board) return std::nullopt;
  if (edge::has_many_hints(body))
    return Recommendation{"a large board with many hints, which propagation makes the most of"};
  const double fitting = edge::fitting_two_colours(body);
  if (fitting >= 0.15) return std::nullopt;
  return Recommendation{
      fmt::format("a large board with many colours ({:.2f} pieces fit two of them), where propagation "
                  "finds nearly every piece",
                  fitting)};
}

}  // namespace

EngineInfo smart_engine() {
  EngineInfo info;
  info.name = "smart";
  info.family = Family::edge;
  info.complete = true;
  info.abilities = abilities_of<TreeSearch<SmartSpace>>();
  info.summary = "search with propagation over cells, pieces, borders, colours: few, expensive nodes";
  info.options = smart_options();
  info.factory = make_smart;
  info.recommend = recommend_smart;
  return info;
}

}  // namespace tesselle
