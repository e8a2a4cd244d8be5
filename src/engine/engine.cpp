#include "engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

/// What the engine does instead, for the message that refuses a goal.
const char* what_it_does(const std::vector<Goal>& goals) {
  if (goals == std::vector<Goal>{Goal::count}) return "only counts, it makes no boards";
  if (goals == std::vector<Goal>{Goal::best}) return "improves boards, it does not search for all solutions";
  return "finds solutions or none, it does not improve boards";
}

}  // namespace

bool EngineInfo::serves(Goal goal) const { return std::find(goals.begin(), goals.end(), goal) != goals.end(); }

bool EngineInfo::has_option(std::string_view wanted) const {
  return std::any_of(options.begin(), options.end(), [&](const OptionSpec& spec) { return spec.name == wanted; });
}

std::unique_ptr<Engine> EngineInfo::make(const Puzzle& puzzle, const EngineConfig& config) const {
  if (puzzle.family() != family)
    throw UsageError(fmt::format("engine {}: made for {} puzzles, this is of the family {}", name, family_name(family),
                                 family_name(puzzle.family())));
  if (!serves(config.goal)) throw UsageError(fmt::format("engine {}: {}", name, what_it_does(goals)));
  if (config.symmetry == SearchSymmetry::reduced && !reduces_symmetry)
    throw UsageError(fmt::format("engine {}: cannot leave out symmetric solutions", name));
  return factory(puzzle, config);
}

EngineInstance::EngineInstance(std::unique_ptr<Engine> made)
    : engine(std::move(made)),
      walk(dynamic_cast<TreeWalk*>(engine.get())),
      plans(dynamic_cast<PlansAhead*>(engine.get())),
      shows(dynamic_cast<ShowsBoard*>(engine.get())),
      improver(dynamic_cast<Improves*>(engine.get())),
      learner(dynamic_cast<LearnsBest*>(engine.get())),
      sharing(dynamic_cast<SharesWork*>(engine.get())),
      saving(dynamic_cast<Saves*>(engine.get())),
      counter(dynamic_cast<CountsExactly*>(engine.get())) {}

}  // namespace tesselle
