#pragma once

#include <vector>

#include "run/stages.hpp"
#include "tesselle/search.hpp"

namespace tesselle {

/// A request with everything decided: what run() needs.
struct PlannedSearch {
  Plan plan;
  std::vector<Stage> stages;  ///< side by side if plan.at_once
};

/// The only place that decides what a search is: engine, stages, symmetry, threads. The rules are a table in
/// planner.cpp; docs/engines/README.md lists them for users.
PlannedSearch plan_search(const SearchRequest& request);

/// The engine that the planner takes for a puzzle if none is named, and why.
struct EngineChoice {
  const EngineInfo* engine = nullptr;
  std::string reason;
};
EngineChoice choose_engine(const Puzzle& puzzle, const EngineNeeds& needs);

/// One board per symmetry class, where that is wanted and the engine can.
SearchSymmetry symmetry_for(const EngineInfo& engine, Goal goal, std::optional<Symmetry> wanted);

/// The engine's options with what was given by name. Throws UsageError if the engine does not have one of them.
Options options_for(const EngineInfo& engine, const std::map<std::string, std::string>& given);

}  // namespace tesselle
