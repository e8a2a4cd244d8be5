#include "packing/interval/interval.hpp"

#include "engine/tree_search.hpp"
#include "packing/interval/distance.hpp"
#include "packing/interval/interval_space.hpp"
#include "packing/interval/sets.hpp"
#include "packing/interval/stepwise.hpp"
#include "packing/interval/swift.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace packing::interval {
namespace {

template <class Narrowing>
std::unique_ptr<Engine> search_by(const PackingPuzzle& puzzle, const BoxModel& model, Narrowing narrowing) {
  return std::make_unique<TreeSearch<IntervalSpace<Narrowing>>>(
      IntervalSpace<Narrowing>(puzzle, model, std::move(narrowing)));
}

CutRule cut_rule(const Options& options) {
  const std::string& name = options.text("cut");
  return name == "lowest" ? CutRule::lowest : name == "shortest" ? CutRule::shortest : CutRule::scarcest;
}

DistanceSpace::Branching distance_branching(const Options& options) {
  using Branching = DistanceSpace::Branching;
  return options.text("cut") == "coordinate" ? Branching::coordinates : Branching::cells;
}

/// What only some of the searches can do must not be asked of the others.
void require_consistent(const Options& options) {
  const auto refuse_unless = [](bool possible, const char* why) {
    if (!possible) throw UsageError(std::string("engine interval: ") + why);
  };
  const bool sets = options.text("domains") == "sets", stepwise = options.text("narrowing") == "stepwise";
  const bool thesis = options.flag("priority") && options.flag("decompose");
  refuse_unless(thesis || stepwise, "--priority and --decompose need --narrowing stepwise");
  refuse_unless(sets || !options.flag("counts"), "--counts needs --domains sets");
  refuse_unless(sets || options.text("cut") != "scarcest", "--cut scarcest needs --domains sets");
  refuse_unless(!sets || !stepwise, "--narrowing stepwise has intervals only");
  refuse_unless(!stepwise || options.text("cut") == "lowest", "--narrowing stepwise cuts as the thesis does");
  const bool distance = options.text("model") == "distance", coordinate = options.text("cut") == "coordinate";
  refuse_unless(distance || !coordinate, "--cut coordinate needs --model distance");
  refuse_unless(!distance || options.changes().size() == 1 + std::size_t{coordinate},
                "--model distance has no other options than --cut coordinate");
}

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  const PackingPuzzle& body = puzzle.packing();
  const Options& options = config.options;
  require_consistent(options);
  const BoxModel model = box_model(body);
  if (options.text("model") == "distance")
    return std::make_unique<TreeSearch<DistanceSpace>>(DistanceSpace(body, model, distance_branching(options)));
  if (options.text("narrowing") == "stepwise")
    return search_by(body, model, StepwiseNarrowing(model, {options.flag("priority"), options.flag("decompose")}));
  if (options.text("domains") == "sets")
    return search_by(body, model, SetNarrowing(model, cut_rule(options), options.flag("counts")));
  return search_by(body, model, SwiftNarrowing(model, cut_rule(options)));
}

}  // namespace
}  // namespace packing::interval

EngineInfo interval_engine() {
  using namespace packing::interval;
  EngineInfo info;
  info.name = "interval";
  info.family = Family::packing;
  info.complete = true;
  info.abilities = abilities_of<TreeSearch<IntervalSpace<SwiftNarrowing>>>();
  info.summary = "Gilleta's interval constraint solver for boxes: few, expensive nodes; a node is half of a cut";
  info.options = {
      {.name = "model",
       .default_value = std::string("placement"),
       .help = "placement, or distance: the thesis' first attempt, pairs of points and their distances",
       .choices = {"placement", "distance"}},
      {.name = "narrowing",
       .default_value = std::string("swift"),
       .help = "swift, or stepwise: one constraint at a time as in the thesis; the tree is the same",
       .choices = {"swift", "stepwise"}},
      {"priority", true, "stepwise: narrow by the cheap constraints first"},
      {"decompose", true, "stepwise: part the permutation constraint into smaller ones"},
      {.name = "domains",
       .default_value = std::string("intervals"),
       .help = "what is known of a cell number: an interval, or the set of its values",
       .choices = {"intervals", "sets"}},
      {.name = "cut",
       .default_value = std::string("lowest"),
       .help = "cut the number that starts lowest, has the shortest interval, or may be on the scarcest cell (sets); "
               "coordinate (distance): one coordinate of a point instead of all that may be on the lowest cell",
       .choices = {"lowest", "shortest", "scarcest", "coordinate"}},
      {"counts", false, "sets: a cell that only one piece can reach belongs to it"}};
  info.factory = make;
  return info;
}

}  // namespace tesselle
