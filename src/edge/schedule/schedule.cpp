#include "edge/schedule/schedule.hpp"

#include "edge/schedule/schedule_search.hpp"
#include "engine/requests.hpp"

namespace tesselle {
namespace {

OptionTable option_table() {
  return {{.name = "breaks",
           .default_value = std::int64_t{0},
           .help = "most mismatches of the first full boards looked for; 0: by the size of the board",
           .min = 0,
           .max = 1000},
          {.name = "teeth",
           .default_value = std::int64_t{0},
           .help = "how many rows at the end are filled column by column; 0: by the size of the board",
           .min = 0,
           .max = 1000},
          {.name = "quota",
           .default_value = 0.97,
           .help = "how strictly the privileged colours must be used up early; 0: not at all",
           .min = 0,
           .max = 1.03},
          {.name = "spread",
           .default_value = 0.05,
           .help = "how far the quota of an attempt may be from that: 0.05 is 5 % either way",
           .min = 0,
           .max = 0.5},
          {.name = "restart-nodes",
           .default_value = std::int64_t{200'000'000},
           .help = "the most placements in one go for the most promising attempt",
           .min = 1,
           .max = 1e15},
          {.name = "endgame",
           .default_value = std::int64_t{6},
           .help = "how many cells at the end are filled by branch and bound",
           .min = 0,
           .max = 16}};
}

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  check_request(schedule_engine(), puzzle, config);
  edge::schedule::Settings settings;
  settings.seed = config.seed;
  settings.breaks = static_cast<std::size_t>(config.options.integer("breaks"));
  settings.teeth = static_cast<int>(config.options.integer("teeth"));
  settings.quota = config.options.real("quota");
  settings.spread = config.options.real("spread");
  settings.restart_nodes = static_cast<std::uint64_t>(config.options.integer("restart-nodes"));
  settings.endgame = static_cast<std::size_t>(config.options.integer("endgame"));
  return std::make_unique<edge::schedule::ScheduleSearch>(puzzle.edge(), settings);
}

}  // namespace

EngineInfo schedule_engine() {
  EngineInfo info;
  info.name = "schedule";
  info.family = Family::edge;
  info.complete = false;
  info.summary = "best boards: certain colours are used up early, mismatches unlock one by one at planned depths";
  info.options = option_table();
  info.make = make;
  return info;
}

}  // namespace tesselle
