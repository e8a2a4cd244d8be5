#include "study/eternity1_prospect.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/effort.hpp"
#include "base/readable.hpp"
#include "packing/beam/prospect.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::study {
namespace {

using packing::beam::Prospect;
using packing::beam::ProspectSettings;

struct BeamRuns {
  std::size_t width;
  int count;
};

/// Means over the runs of one width.
struct MeanProspect {
  Prospect prospect;
  double cpu_seconds = 0;
};

std::string natural_logarithm(double value) { return value > 0 ? fmt::format("{:.1f}", std::log(value)) : "none"; }

MeanProspect mean_prospect(const Puzzle& puzzle, const BeamRuns& runs, const Context& context) {
  ProspectSettings settings;
  settings.width = runs.width;
  MeanProspect mean;
  mean.prospect.alive.resize(static_cast<std::size_t>(settings.endgame_pieces + 1));
  const EffortMeter effort;
  for (int run = 1; run <= runs.count && !context.stopped(); ++run) {
    context.working(fmt::format("a beam of {} states, run {} of {}", runs.width, run, runs.count));
    settings.seed = static_cast<std::uint64_t>(run);
    const Prospect prospect =
        packing::beam::prospect_of(puzzle, packing::tileability::shipped_model(), settings, context.stop);
    for (std::size_t left = 0; left < prospect.alive.size(); ++left)
      mean.prospect.alive[left] += prospect.alive[left] / runs.count;
    mean.prospect.tilings += prospect.tilings / runs.count;
  }
  mean.cpu_seconds = effort.cpu_seconds() / runs.count;
  return mean;
}

}  // namespace

Table eternity1_prospect_table(const Context& context) {
  Table table{"Table 9: how many tilings beams of Eternity can be expected to find",
              {"width", "runs", "18 left", "16", "14", "12", "10", "8", "6", "tilings", "CPU s", "CPU time for one"}};
  const Puzzle eternity = load_puzzle("eternity1");
  const std::vector<BeamRuns> all = context.quick ? std::vector<BeamRuns>{{100, 4}}
                                                  : std::vector<BeamRuns>{{100, 16},  {300, 12},  {1000, 8},  {3000, 4},
                                                                          {10000, 3}, {30000, 2}, {100000, 1}};
  for (const BeamRuns& runs : all) {
    if (context.stopped()) break;
    const MeanProspect mean = mean_prospect(eternity, runs, context);
    std::vector<std::string> row = {std::to_string(runs.width), std::to_string(runs.count)};
    for (const std::size_t left : {18, 16, 14, 12, 10, 8, 6})
      row.push_back(natural_logarithm(mean.prospect.alive[left]));
    row.push_back(natural_logarithm(mean.prospect.tilings));
    row.push_back(fmt::format("{:.1f}", mean.cpu_seconds));
    row.push_back(mean.prospect.tilings > 0 ? readable_seconds(mean.cpu_seconds / mean.prospect.tilings) : "");
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      "Natural logarithms of means. Every state that a beam has with 18 pieces left is searched exhaustively, as by "
      "`tile`; a column gives the nodes of these trees with that number of pieces left that are not dead ends. In each "
      "run up to 100 of those with 8 left are then tiled with any of the 209 pieces. How many of these tilings use "
      "just the pieces left follows from the values of the pieces, and gives the tilings expected of a run.",
      "Only the values of the pieces are used, neither the model's weights of outlines nor the depth of the beam; the "
      "beam itself follows the model. Rows that depend on a handful of regions are good to an order of magnitude, and "
      "times depend on the machine."};
  return table;
}

}  // namespace tesselle::study
