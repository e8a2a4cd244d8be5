#include "search/confirmation.hpp"

#include <fmt/format.h>

#include "base/readable.hpp"
#include "run/registry.hpp"
#include "search/planner.hpp"

namespace tesselle {
namespace {

/// Asked in this order: engines that take nearly every puzzle and that have least in common with the others.
const std::map<Family, std::vector<const char*>> second_engines = {{Family::edge, {"scan", "backtrack"}},
                                                                   {Family::packing, {"cover", "dlx", "fill"}}};

bool takes(const EngineInfo& engine, const SearchRequest& request) {
  EngineConfig config;
  config.goal = request.goal;
  config.symmetry = symmetry_for(engine, request.goal, request.symmetry);
  config.options = Options(engine.options);
  try {
    engine.make(*request.puzzle, config);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

std::string solutions_text(const Finished& finished) {
  return finished.exact_solutions ? finished.exact_solutions->decimal() : std::to_string(finished.solutions);
}

}  // namespace

SearchRequest second_opinion(const SearchRequest& request, const Finished& first) {
  SearchRequest second;
  second.puzzle = request.puzzle;
  second.goal = Goal::count;
  second.symmetry = request.symmetry;
  second.seed = request.seed;
  second.threads = request.threads;
  second.limits.seconds = request.limits.seconds;
  for (const char* name : second_engines.at(request.puzzle->family())) {
    second.engine = name;
    if (name != first.engine && takes(engine_named(name, request.puzzle->family()), second)) return second;
  }
  throw UsageError(fmt::format("--confirm: no engine but {} takes this puzzle", first.engine));
}

std::string disagreement_of(const Finished& first, const Finished& second) {
  const auto differ = [&](const std::string& a, const std::string& b, const char* what) {
    return fmt::format("{} counts {} {}, {} counts {}", first.engine, a, what, second.engine, b);
  };
  if (const std::string a = solutions_text(first), b = solutions_text(second); a != b) return differ(a, b, "solutions");
  if (first.distinct && second.distinct && *first.distinct != *second.distinct)
    return differ(std::to_string(*first.distinct), std::to_string(*second.distinct), "distinct solutions");
  return "";
}

}  // namespace tesselle
