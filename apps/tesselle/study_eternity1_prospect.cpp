#include "study_eternity1_prospect.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/effort.hpp"
#include "tesselle/formats.hpp"
#include "packing/beam/prospect.hpp"
#include "reporter.hpp"
#include "run_options.hpp"
#include "signals.hpp"

namespace tesselle {
namespace {

using packing::beam::Prospect;
using packing::beam::ProspectSettings;

struct Runs {
  std::size_t width;
  int count;
};

/// Means over the runs of one width.
struct Mean {
  Prospect prospect;
  double cpu_seconds = 0;
};

std::string logarithm(double value) { return value > 0 ? fmt::format("{:.1f}", std::log(value)) : "none"; }

Mean measure(const Puzzle& puzzle, const Runs& runs, const StudyContext& context) {
  ProspectSettings settings;
  settings.width = runs.width;
  Mean mean;
  mean.prospect.alive.resize(static_cast<std::size_t>(settings.endgame_pieces + 1));
  const EffortMeter effort;
  for (int run = 1; run <= runs.count && !context.stopped(); ++run) {
    context.working(fmt::format("a beam of {} states, run {} of {}", runs.width, run, runs.count));
    settings.seed = static_cast<std::uint64_t>(run);
    const Prospect prospect =
        packing::beam::prospect_of(puzzle, packing::tileability::shipped_model(), settings, stop_on_signals());
    for (std::size_t left = 0; left < prospect.alive.size(); ++left)
      mean.prospect.alive[left] += prospect.alive[left] / runs.count;
    mean.prospect.tilings += prospect.tilings / runs.count;
  }
  mean.cpu_seconds = effort.cpu_seconds() / runs.count;
  return mean;
}

}  // namespace

StudyTable eternity1_prospect_table(const StudyContext& context) {
  StudyTable table{
      "Table 9: what beams of Eternity can be expected to lead to",
      {"width", "runs", "18 left", "16", "14", "12", "10", "8", "6", "tilings", "CPU s", "CPU time for one"}};
  const Puzzle eternity = load_puzzle("eternity1");
  const std::vector<Runs> all =
      context.quick ? std::vector<Runs>{{100, 4}} : std::vector<Runs>{{100, 16},  {300, 12},  {1000, 8},  {3000, 4},
                                                                      {10000, 3}, {30000, 2}, {100000, 1}};
  for (const Runs& runs : all) {
    if (context.stopped()) break;
    const Mean mean = measure(eternity, runs, context);
    std::vector<std::string> row = {std::to_string(runs.width), std::to_string(runs.count)};
    for (const std::size_t left : {18, 16, 14, 12, 10, 8, 6}) row.push_back(logarithm(mean.prospect.alive[left]));
    row.push_back(logarithm(mean.prospect.tilings));
    row.push_back(fmt::format("{:.1f}", mean.cpu_seconds));
    row.push_back(mean.prospect.tilings > 0 ? readable_seconds(mean.cpu_seconds / mean.prospect.tilings) : "");
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      "Natural logarithms of means. Every state that a beam has with 18 pieces left is searched exhaustively, as by "
      "`tile`: so many nodes of these trees have so many pieces left and are no dead ends. Up to 100 of those with 8 "
      "left in each run are then tiled with any of the 209 pieces; how many of these tilings use just the pieces left "
      "follows from the values of the pieces, and gives the tilings to be expected of a run.",
      "Neither the model's weights of outlines nor the depth of the beam enters, only the values of pieces; the beam "
      "itself goes by the model. Rows that hang on a handful of regions are no better than an order of magnitude, and "
      "times depend on the machine."};
  return table;
}

}  // namespace tesselle
