#include "packing/finals/finals_plan.hpp"

#include <algorithm>

namespace tesselle::packing::finals {

FinalsPlan finals_plan_from(const EngineConfig& config) {
  const Options& options = config.options;
  FinalsPlan plan;
  plan.width = static_cast<std::size_t>(options.integer("width"));
  plan.growth = static_cast<int>(options.integer("growth"));
  plan.beam.early_outline = static_cast<int>(options.integer("early-outline"));
  plan.beam.late_growth = options.real("late-growth");
  plan.beam.noise = options.real("noise");
  plan.beam.seed = config.seed;
  plan.weights = {options.real("rest-weight"), options.real("finals-weight"), options.real("outside")};
  plan.pool = static_cast<std::size_t>(options.integer("pool"));
  plan.max_dealt = static_cast<std::size_t>(options.integer("deals"));
  plan.batch = static_cast<std::size_t>(options.integer("batch"));
  plan.reach = options.real("reach");
  plan.list_largest = options.flag("list-largest");
  plan.last_reach = options.real("last-reach");
  plan.best_of = static_cast<std::uint64_t>(options.integer("best-of"));
  plan.best_wanted = config.goal == Goal::best;
  return plan;
}

FinalsPlan for_one_region(FinalsPlan plan) {
  constexpr std::size_t width = 1000;
  constexpr double late_growth = 100;
  if (plan.batch == 0) plan.batch = 1;
  if (plan.width == 0) plan.width = width;
  if (plan.beam.late_growth == 0) plan.beam.late_growth = late_growth;
  return plan;
}

ProposalSettings proposal_for(const PackingPuzzle& drafter, const EngineConfig& config) {
  constexpr int large_board = 60, small_board = 24, fewest = 4, largest = 17;
  const auto board = static_cast<int>(drafter.region.size() / drafter.pieces.front().cells.size());
  ProposalSettings settings;
  settings.seed = config.seed;
  settings.regions = static_cast<int>(config.options.integer("regions"));
  if (settings.regions == 0) settings.regions = board >= large_board ? 3 : board >= small_board ? 2 : 1;
  settings.smallest = static_cast<int>(config.options.integer("region-pieces"));
  if (settings.smallest == 0) settings.smallest = std::clamp(board / (4 * settings.regions), fewest, largest);
  settings.largest = settings.smallest + 1;
  return settings;
}

OptionTable finals_options() {
  return {
      {"finals", std::string(), "file made by tesselle finals; without one, regions are proposed and lists made first"},
      {"width", std::int64_t{0}, "states kept per level; 0: rounds of growing width, or 1000 with one region", 0, 1e7},
      {"growth", std::int64_t{2}, "how much wider each round is than the one before", 2, 100},
      {"model", std::string("shipped"), "tileability model: shipped, plain, or a file (tesselle tileability)"},
      {"regions", std::int64_t{0}, "regions to propose; 0: by the size of the board", 0, 8},
      {"region-pieces", std::int64_t{0}, "their size, in pieces; 0: by the size of the board", 0, 40},
      {"pool", std::int64_t{64}, "how many of the easiest pieces sets are made of", 4, 128},
      {"rest-weight", 1.5, "weight of the values of pieces outside the regions", 0, 100},
      {"finals-weight", 3.0, "weight of the values of pieces in the regions", 0, 100},
      {"outside", 3.0, "cost of a piece that is left and not in the pool", 0, 100},
      {"early-outline", std::int64_t{50}, "weight of the outline at the start in percent; it grows to 100 at the end",
       0, 200},
      {"late-growth", 0.0,
       "how many times more states are kept at the end of the rest, at most ten million; 0: 100 times with one region, "
       "else none",
       0, 1e6},
      {"best-of", std::int64_t{4},
       "with one region: the best of this many rounds is searched again with 8 times as many late states; 1: none", 1,
       1000},
      {"noise", 0.0, "scores are shifted at random by up to this much", 0, 100},
      {"deals", std::int64_t{0}, "tilings of the rest per round whose left pieces are dealt, best first; 0: all", 0,
       1e9},
      {"batch", std::int64_t{0},
       "tilings of the rest whose sets are listed together; 0: lists are made once, for a pool, but none for "
       "one region of a file without lists",
       0, 64},
      {"reach", 15.0,
       "with batch: lists pass over what has less than e^-reach of the deals of a tiling of the rest; 0: over nothing",
       0, 1000},
      {"list-largest", false, "with batch: the largest region is listed, too, instead of tried with what others leave"},
      {"last-reach", 8.0,
       "with batch: the same in the largest region, for each set that is left for it; with one region only in the "
       "beginning; 0: over nothing",
       0, 1000},
  };
}

}  // namespace tesselle::packing::finals
