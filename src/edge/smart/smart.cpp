#include "edge/smart/smart.hpp"

#include <map>

#include "edge/smart/smart_space.hpp"
#include "engine/requests.hpp"
#include "engine/tree_search.hpp"

namespace tesselle {
namespace {

using namespace edge::smart;

OptionTable option_table() {
  std::vector<std::string> cells = edge::path_names();
  cells.insert(cells.end(), {"pessimistic", "optimistic"});
  return {{.name = "propagate",
           .default_value = std::string("capi,boco,diag,supply"),
           .help = "the layers that look ahead, separated by commas, or none"},
          {.name = "cells",
           .default_value = std::string("pessimistic"),
           .help = "which cell is filled next: along a path, or the one with the smallest or the largest domain",
           .choices = cells},
          {.name = "choice",
           .default_value = std::string("lexicographic"),
           .help = "which piece is tried first: in order, or the one with the smallest or the largest room left",
           .choices = {"lexicographic", "pessimistic", "optimistic"}}};
}

SmartSettings read_settings(const EdgePuzzle& puzzle, const Options& options) {
  static const std::map<std::string, CellChoice> cell_choices = {{"pessimistic", CellChoice::pessimistic},
                                                                 {"optimistic", CellChoice::optimistic}};
  static const std::map<std::string, ValueChoice> value_choices = {{"lexicographic", ValueChoice::lexicographic},
                                                                   {"pessimistic", ValueChoice::pessimistic},
                                                                   {"optimistic", ValueChoice::optimistic}};
  SmartSettings settings;
  settings.layers = parse_layers(options.text("propagate"));
  const auto dynamic = cell_choices.find(options.text("cells"));
  if (dynamic != cell_choices.end()) settings.cells = dynamic->second;
  settings.path =
      dynamic == cell_choices.end() ? edge::path_named(puzzle, options.text("cells")) : edge::rowscan(puzzle);
  settings.values = value_choices.at(options.text("choice"));
  return settings;
}

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  check_request(smart_engine(), puzzle, config);
  const SmartSettings settings = read_settings(puzzle.edge(), config.options);
  return std::make_unique<TreeSearch<SmartSpace>>(SmartSpace(puzzle.edge(), settings));
}

}  // namespace

EngineInfo smart_engine() {
  EngineInfo info;
  info.name = "smart";
  info.family = Family::edge;
  info.complete = true;
  info.walks_tree = true;
  info.summary = "search with propagation over cells, pieces, borders, colours: few nodes, each dear";
  info.options = option_table();
  info.make = make;
  return info;
}

}  // namespace tesselle
