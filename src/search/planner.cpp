#include "search/planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "run/checkpoint.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

using Names = std::vector<const char*>;

/// The engines are asked in this order. The first that recommends itself for the puzzle is taken if it has what is
/// needed; otherwise the first of the others that has it. Where the best board is wanted, a solution is the best board,
/// so exact engines are asked after those that improve boards.
struct Preference {
  Family family;
  std::vector<Goal> goals;
  Names asked, others;
};
const std::array<Preference, 5> preferences = {{
    {Family::edge, {Goal::first, Goal::all}, {"meet", "smart", "sat", "scan"}, {"scan", "smart", "sat"}},
    {Family::edge, {Goal::count}, {"memo", "meet", "smart", "sat", "scan"}, {"scan", "smart", "sat", "memo"}},
    {Family::edge, {Goal::best}, {"schedule"}, {"schedule", "beam", "repair", "ils", "lns"}},
    {Family::packing,
     {Goal::first, Goal::all, Goal::count},
     {"beam", "tile", "frontier", "fill", "cover"},
     {"cover", "fill", "sat", "frontier"}},
    {Family::packing, {Goal::best}, {"beam", "fill", "cover"}, {"beam", "cover", "fill"}},
}};

/// The engines of a portfolio, after the one that would be taken alone.
const std::map<Family, Names> portfolio = {{Family::edge, {"scan", "sat", "smart"}},
                                           {Family::packing, {"cover", "sat", "fill", "dlx"}}};

// Optimising a small board: a first look, then the attempt to solve it outright, then the rest of the time.
constexpr std::size_t solvable_board = 64;              // cells; scan solves most 8x8 boards within seconds
constexpr double first_look = 1, longest_solving = 20;  // seconds

const Preference& preference(Family family, Goal goal) {
  return *std::find_if(preferences.begin(), preferences.end(), [&](const Preference& p) {
    return p.family == family && std::find(p.goals.begin(), p.goals.end(), goal) != p.goals.end();
  });
}

/// What an engine is asked for: the goal itself, or what answers it as well. A solution is the best board, and an
/// optimiser that reaches a perfect board has solved the puzzle.
std::optional<Goal> goal_for(const EngineInfo& engine, Goal goal) {
  if (engine.serves(goal)) return goal;
  if (goal == Goal::best && engine.serves(Goal::first)) return Goal::first;
  if (goal == Goal::first && engine.serves(Goal::best)) return Goal::best;
  return std::nullopt;
}

bool has_what_is_needed(const EngineInfo& engine, const EngineNeeds& needs) {
  return goal_for(engine, needs.goal) && (!needs.checkpoint || engine.abilities.resumes()) &&
         std::all_of(needs.options.begin(), needs.options.end(),
                     [&](const std::string& name) { return engine.has_option(name); });
}

EngineNeeds needs_of(const SearchRequest& request) {
  EngineNeeds needs;
  needs.goal = request.goal;
  needs.distinct = request.symmetry == Symmetry::distinct;
  needs.checkpoint = request.checkpoint.has_value();
  needs.seconds = request.limits.seconds;
  needs.node_limit = request.limits.nodes.has_value();
  for (const auto& [name, value] : request.options) needs.options.push_back(name);
  needs.threads = request.threads == 0 ? default_threads() : request.threads;
  return needs;
}

EngineChoice engine_for(const SearchRequest& request) {
  const Family family = request.puzzle->family();
  if (request.engine != "auto") return {&engine_named(request.engine, family), ""};
  if (request.resume) return {&engine_named(checkpoint_engine(*request.resume), family), "as in the checkpoint"};
  if (request.start && family == Family::edge)
    return {&engine_named("repair", family), "improves a given board by exact moves"};
  return choose_engine(*request.puzzle, needs_of(request));
}

RunRequest run_request(const SearchRequest& request, const EngineInfo& engine, Goal goal) {
  RunRequest run;
  run.puzzle = request.puzzle.get();
  run.engine = &engine;
  run.config.goal = goal_for(engine, goal).value_or(goal);
  run.config.symmetry = symmetry_for(engine, request.goal, request.symmetry);
  run.config.seed = request.seed;
  run.config.options = Options(engine.options);
  run.wanted = request.symmetry == Symmetry::distinct ? Wanted::one_per_orbit : Wanted::every_board;
  run.threads = request.threads == 0 ? default_threads() : request.threads;
  run.limits = request.limits;
  run.checkpoint = request.checkpoint ? request.checkpoint : request.resume;
  run.resume = request.resume;
  run.checkpoint_seconds = request.checkpoint_seconds;
  run.progress_seconds = request.progress_seconds;
  run.live_board = request.live_board;
  run.reproducer_folder = request.reproducer_folder;
  if (run.config.goal == Goal::best) {
    run.target = request.target;
    run.start = request.start;
  }
  return run;
}

bool worth_stages(const SearchRequest& request) {
  const bool free_choice = request.engine == "auto" && request.options.empty() && !request.limits.nodes &&
                           !request.start && !request.checkpoint && !request.resume;
  return request.goal == Goal::best && free_choice && request.puzzle->family() == Family::edge &&
         request.puzzle->edge().cell_count() <= solvable_board;
}

std::vector<Stage> stages_for_small_board(const SearchRequest& request, const EngineInfo& optimiser) {
  const RunRequest optimising = run_request(request, optimiser, Goal::best);
  const RunRequest solving = run_request(request, engine_named("scan", Family::edge), Goal::first);
  return {{optimising, first_look}, {solving, longest_solving}, {optimising, std::nullopt}};
}

std::vector<Stage> portfolio_members(const SearchRequest& request) {
  if (request.goal != Goal::first)
    throw UsageError("engine portfolio: only finds the first solution or proves that there is none");
  if (request.checkpoint || request.resume) throw UsageError("engine portfolio cannot be checkpointed");
  for (const auto& [name, value] : request.options)
    throw UsageError(fmt::format("engine portfolio has no option --{}", name));
  const unsigned threads = request.threads == 0 ? default_threads() : request.threads;
  if (threads < 2) throw UsageError("engine portfolio: needs at least two threads");
  std::vector<const EngineInfo*> engines = {choose_engine(*request.puzzle, {.goal = Goal::first}).engine};
  for (const char* name : portfolio.at(request.puzzle->family()))
    if (const EngineInfo* engine = &engine_named(name, request.puzzle->family()); engine != engines.front())
      engines.push_back(engine);
  engines.resize(std::min<std::size_t>(engines.size(), threads));
  std::vector<Stage> members;
  for (const EngineInfo* engine : engines) {
    members.push_back({run_request(request, *engine, Goal::first)});
    members.back().request.threads = 1;
  }
  members.front().request.threads += threads - static_cast<unsigned>(members.size());
  return members;
}

void describe(PlannedSearch& planned) {
  for (const Stage& stage : planned.stages)
    planned.plan.stages.push_back({stage.request.engine->name, stage.request.config.goal, "", stage.longest});
  const RunRequest& first = planned.stages.front().request;
  planned.plan.reduced = first.config.symmetry == SearchSymmetry::reduced;
  planned.plan.threads = first.threads;
}

}  // namespace

EngineChoice choose_engine(const Puzzle& puzzle, const EngineNeeds& needs) {
  const Preference& preferred = preference(puzzle.family(), needs.goal);
  std::string declined;
  for (const char* name : preferred.asked) {
    const EngineInfo& engine = engine_named(name, puzzle.family());
    if (!goal_for(engine, needs.goal)) continue;
    const auto opinion = engine.recommend(puzzle, needs);
    if (!opinion) continue;
    if (!has_what_is_needed(engine, needs)) break;
    if (opinion->suits) return {&engine, opinion->reason + (declined.empty() ? "" : "; " + declined)};
    declined = opinion->reason;
  }
  for (const char* name : preferred.others) {
    const EngineInfo& engine = engine_named(name, puzzle.family());
    if (has_what_is_needed(engine, needs)) return {&engine, "the fastest that can do what is asked for"};
  }
  return {&engine_named(preferred.others.front(), puzzle.family()), "the usual engine for such puzzles"};
}

SearchSymmetry symmetry_for(const EngineInfo& engine, Goal goal, std::optional<Symmetry> wanted) {
  // When counting, both numbers come out either way; walking one board of each class is less work.
  const bool distinct = goal == Goal::count ? wanted != Symmetry::all : wanted == Symmetry::distinct;
  return distinct && engine.reduces_symmetry ? SearchSymmetry::reduced : SearchSymmetry::whole;
}

Options options_for(const EngineInfo& engine, const std::map<std::string, std::string>& given) {
  Options values(engine.options);
  for (const auto& [name, value] : given) {
    if (!values.has(name)) throw UsageError(fmt::format("engine {} has no option --{}", engine.name, name));
    values.set(name, value);
  }
  return values;
}

PlannedSearch plan_search(const SearchRequest& request) {
  if (!request.puzzle) throw UsageError("a search needs a puzzle");
  PlannedSearch planned;
  if (request.engine == "portfolio") {
    planned.stages = portfolio_members(request);
    planned.plan.engine = request.engine;
    planned.plan.at_once = true;
  } else {
    const EngineChoice choice = engine_for(request);
    planned.plan.engine = choice.engine->name;
    planned.plan.reason = choice.reason;
    if (worth_stages(request)) {
      planned.stages = stages_for_small_board(request, *choice.engine);
    } else {
      planned.stages = {{run_request(request, *choice.engine, request.goal)}};
      planned.stages.front().request.config.options = options_for(*choice.engine, request.options);
    }
  }
  describe(planned);
  return planned;
}

Plan plan(const SearchRequest& request) { return plan_search(request).plan; }

}  // namespace tesselle
