#include "packing/interval/interval.hpp"

#include "engine/tree_search.hpp"
#include "packing/interval/interval_space.hpp"
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

std::unique_ptr<Engine> make(const Puzzle& puzzle, const EngineConfig& config) {
  const PackingPuzzle& body = puzzle.packing();
  const BoxModel model = box_model(body);
  const Strategy strategy{.priority = config.options.flag("priority"), .decompose = config.options.flag("decompose")};
  if (config.options.text("narrowing") == "stepwise") return search_by(body, model, StepwiseNarrowing(model, strategy));
  if (!strategy.priority || !strategy.decompose)
    throw UsageError("engine interval: --priority and --decompose need --narrowing stepwise");
  return search_by(body, model, SwiftNarrowing(model));
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
  info.options = {{.name = "narrowing",
                   .default_value = std::string("swift"),
                   .help = "swift, or stepwise: one constraint at a time as in the thesis; the tree is the same",
                   .choices = {"swift", "stepwise"}},
                  {"priority", true, "stepwise: narrow by the cheap constraints first"},
                  {"decompose", true, "stepwise: part the permutation constraint into smaller ones"}};
  info.factory = make;
  return info;
}

}  // namespace tesselle
