#include "edge/beam/beam.hpp"

#include "edge/beam/beam_search.hpp"
#include "engine/requests.hpp"

namespace tesselle {
namespace {

OptionTable edge_beam_options() {
  return {{.name = "width",
           .default_value = std::int64_t{0},
           .help = "boards kept at each depth; 0: passes that get wider, up to what the memory allows",
           .min = 0,
           .max = 1e9},
          {.name = "memory",
           .default_value = std::int64_t{512},
           .help = "megabytes that the boards of one thread may take",
           .min = 1,
           .max = 1e7},
          {.name = "beam-teeth",
           .default_value = std::int64_t{-1},
           .help = "rows at the end that are filled column by column; 0: rows only, -1: by the size of the board",
           .min = -1,
           .max = 1000},
          {.name = "future",
           .default_value = 0.08,
           .help = "weight of the estimated future (logarithm of how likely the rest fits) against conflicts",
           .min = 0,
           .max = 100},
          {.name = "polish",
           .default_value = 10.0,
           .help = "effort of repairing the best board of each pass, per cent of the pass's own",
           .min = 0,
           .max = 1000}};
}

std::unique_ptr<Engine> make_edge_beam(const Puzzle& puzzle, const EngineConfig& config) {
  require_supported(edge_beam_engine(), puzzle, config);
  edge::beam::Settings settings;
  settings.seed = config.seed;
  settings.width = static_cast<std::size_t>(config.options.integer("width"));
  settings.memory = static_cast<std::size_t>(config.options.integer("memory")) << 20;
  settings.teeth = static_cast<int>(config.options.integer("beam-teeth"));
  settings.future = config.options.real("future");
  settings.polish = config.options.real("polish") / 100;
  return std::make_unique<edge::beam::BeamSearch>(puzzle.edge(), settings);
}

}  // namespace

EngineInfo edge_beam_engine() {
  EngineInfo info;
  info.name = "beam";
  info.family = Family::edge;
  info.complete = false;
  info.summary = "the best partial boards of each depth side by side, by conflicts and estimated future";
  info.options = edge_beam_options();
  info.make = make_edge_beam;
  return info;
}

}  // namespace tesselle
