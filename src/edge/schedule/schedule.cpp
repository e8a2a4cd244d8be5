#include "edge/schedule/schedule.hpp"

#include "edge/schedule/schedule_search.hpp"

namespace tesselle {
namespace {

OptionTable schedule_options() {
  return {{.name = "breaks",
           .default_value = std::int64_t{0},
           .help = "mismatches allowed in the first full boards; 0: by the size of the board",
           .min = 0,
           .max = 1000},
          {.name = "teeth",
           .default_value = std::int64_t{-1},
           .help = "how many rows at the end are filled column by column; -1: the most promising number",
           .min = -1,
           .max = 1000},
          {.name = "opening",
           .default_value = std::int64_t{0},
           .help = "pieces of an opening, placed by beam search; 0: as many rows as pay off",
           .min = 0,
           .max = 10000},
          {.name = "width",
           .default_value = std::int64_t{64'000},
           .help = "upper limit on openings per round (normally 8000)",
           .min = 1,
           .max = 1'000'000},
          {.name = "endgame",
           .default_value = std::int64_t{8},
           .help = "how many cells at the end are filled by branch and bound",
           .min = 0,
           .max = 16}};
}

std::unique_ptr<Engine> make_schedule(const Puzzle& puzzle, const EngineConfig& config) {
  edge::schedule::Settings settings;
  settings.seed = config.seed;
  settings.breaks = static_cast<std::size_t>(config.options.integer("breaks"));
  if (const auto teeth = config.options.integer("teeth"); teeth >= 0) settings.teeth = static_cast<int>(teeth);
  settings.opening = static_cast<std::size_t>(config.options.integer("opening"));
  settings.width = static_cast<std::size_t>(config.options.integer("width"));
  settings.endgame = static_cast<std::size_t>(config.options.integer("endgame"));
  return std::make_unique<edge::schedule::ScheduleSearch>(puzzle.edge(), settings);
}

std::optional<Recommendation> recommend_schedule(const Puzzle&, const EngineNeeds& needs) {
  if (needs.goal != Goal::best) return std::nullopt;
  return Recommendation{"mismatches by schedule beat local search on all but tiny boards"};
}

}  // namespace

EngineInfo schedule_engine() {
  EngineInfo info;
  info.name = "schedule";
  info.family = Family::edge;
  info.complete = false;
  info.goals = {Goal::best};
  info.abilities = abilities_of<edge::schedule::ScheduleSearch>();
  info.summary = "best boards: certain colours are used up early, mismatches unlock one by one at planned depths";
  info.options = schedule_options();
  info.factory = make_schedule;
  info.recommend = recommend_schedule;
  return info;
}

}  // namespace tesselle
