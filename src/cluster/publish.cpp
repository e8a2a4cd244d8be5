#include "cluster/publish.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.hpp"
#include "engine/null_sink.hpp"
#include "run/registry.hpp"
#include "search/file_options.hpp"
#include "search/planner.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/verify.hpp"

namespace tesselle::cluster {
namespace {

constexpr std::size_t usual_openings = 1000;
constexpr double usual_unit_seconds = 60;
constexpr double seconds_of_trial = 0.2;
constexpr std::uint64_t trial_slice = 1000;

/// Measured on the way into the tree, where nodes cost what they cost.
double nodes_per_second(const Puzzle& puzzle, const EngineInfo& engine, const EngineConfig& config) {
  const auto instance = engine.make(puzzle, config);
  NullSink sink;
  const Stopwatch watch;
  Advance state = Advance::running;
  while (state == Advance::running && watch.seconds() < seconds_of_trial)
    state = instance->advance({trial_slice}, sink);
  return static_cast<double>(instance->progress().nodes) / std::max(watch.seconds(), 1e-6);
}

std::uint64_t budget_for(const PublishOptions& options, const Puzzle& puzzle, const EngineInfo& engine,
                         const EngineConfig& config) {
  if (options.budget) return *options.budget;
  const double rate = nodes_per_second(puzzle, engine, config);
  return static_cast<std::uint64_t>(std::max(1.0, rate * options.unit_seconds.value_or(usual_unit_seconds)));
}

PublishedSearch described(const SearchRequest& request, const PublishOptions& options) {
  PublishedSearch search;
  search.name = options.name.empty() ? fmt::format("{}-{}", request.puzzle->name, aim_name(options.aim)) : options.name;
  search.aim = options.aim;
  search.puzzle_name = request.puzzle->name;
  search.puzzle = write_toml(*request.puzzle);
  search.puzzle_hash = hex64(puzzle_hash(*request.puzzle));
  search.seed = request.seed;
  search.version = version();
  search.engine_set = engine_set();
  search.attempts = options.attempts;
  search.threshold = options.threshold;
  search.priority = options.priority;
  return search;
}

/// An engine that can report every good board, not only better and better ones, is to do so down to the threshold.
void collect_down_to(SearchRequest& request, const EngineInfo& engine, std::int64_t threshold) {
  const auto& table = engine.options;
  const auto is_collect = [](const auto& option) { return option.name == "collect"; };
  if (threshold == 0 || request.puzzle->family() != Family::edge || request.options.contains("collect")) return;
  if (std::none_of(table.begin(), table.end(), is_collect)) return;
  const EdgeBoard empty{std::vector<std::optional<Placed>>(request.puzzle->edge().cell_count())};
  const std::int64_t conflicts = verify(*request.puzzle, Solution{empty}).max_score - threshold;
  if (conflicts > 0) request.options["collect"] = std::to_string(conflicts);
}

/// Of an engine with the options "name=value …".
std::optional<std::string> file_option_of(const EngineInfo& engine, const std::string& options) {
  const auto changes = read_options(engine, options).changes();
  return option_naming_file(engine.options, {changes.begin(), changes.end()});
}

/// The file may be another one on other machines, or none.
void refuse_file_option(const EngineInfo& engine, const std::string& options) {
  if (const auto option = file_option_of(engine, options))
    throw UsageError(fmt::format("--{}: a search that is published cannot name a file", *option));
}

/// Seeds; without a number of units the workers make more when they need them.
PublishedSearch publish_seeds(Ledger& ledger, SearchRequest request, const PublishOptions& options) {
  request.goal = Goal::best;
  request.threads = 1;
  if (request.engine == "auto") request.limits.nodes = 1;  // the choice must not be a plan of several stages
  RunRequest planned = plan_search(request).stages.front().request;
  if (planned.config.goal != Goal::best)
    throw UsageError(fmt::format("engine {} does not look for better boards", planned.engine->name));
  request.engine = planned.engine->name;
  collect_down_to(request, *planned.engine, options.threshold);
  planned = plan_search(request).stages.front().request;
  PublishedSearch search = described(request, options);
  search.engine = planned.engine->name;
  search.options = planned.config.options.changed();
  refuse_file_option(*planned.engine, search.options);
  search.units = options.units;
  search.budget = budget_for(options, *request.puzzle, *planned.engine, planned.config);
  std::vector<NewUnit> units;
  for (std::size_t u = 0; u < options.units; ++u) units.push_back({seed_text(request.seed + u), 0});
  search.number = ledger.publish(search, units);
  return search;
}

}  // namespace

std::string engine_set() {
  Fnv64 hash;
  for (const EngineDescription& engine : engines()) hash.add(engine_json(engine));
  return hex64(hash.value());
}

std::optional<PublishedSearch> publish(Ledger& ledger, const SearchRequest& request, const PublishOptions& options,
                                       const std::stop_token& stop) {
  if (options.aim == Aim::optimise) return publish_seeds(ledger, request, options);
  const auto set = build_openings(request, {.count = options.units == 0 ? usual_openings : options.units}, stop);
  if (!set) return std::nullopt;
  PublishedSearch search = described(request, options);
  search.engine = set->engine;
  search.options = set->options;
  refuse_file_option(engine_named(set->engine, set->puzzle.family()), set->options);
  search.reduced = set->reduced;
  search.units = set->openings.size();
  search.depth = set->depth;
  search.top_nodes = set->top_nodes;
  search.top_solutions = set->top_solutions;
  search.top_distinct = set->top_distinct;
  search.top_verified = set->top_verified;
  SearchRequest counting = request;
  counting.engine = set->engine;
  counting.goal = Goal::count;
  const RunRequest planned = plan_search(counting).stages.front().request;
  search.budget = budget_for(options, set->puzzle, *planned.engine, planned.config);
  std::vector<NewUnit> units;
  for (const Opening& opening : set->openings) units.push_back({place_text(opening.position), opening.weight});
  search.number = ledger.publish(search, units);
  if (search.aim == Aim::solve && search.top_solutions > 0) ledger.set_state(search.number, SearchState::answered);
  return search;
}

OpeningSet openings_of(const PublishedSearch& search) {
  OpeningSet set;
  set.puzzle = read_toml(search.puzzle, "search " + search.name);
  set.engine = search.engine;
  set.options = search.options;
  set.reduced = search.reduced;
  set.seed = search.seed;
  set.depth = search.depth;
  set.top_nodes = search.top_nodes;
  set.top_solutions = search.top_solutions;
  set.top_distinct = search.top_distinct;
  set.top_verified = search.top_verified;
  return set;
}

std::optional<std::string> refusal(const PublishedSearch& search) {
  if (search.version != version())
    return fmt::format("it was published by version {}, this is version {}", search.version, version());
  if (search.engine_set != engine_set()) return "it was published by a program with other engines or engine options";
  if (search.checksum != checksum_of(search)) return "its row in the ledger was changed after it was published";
  try {
    const Puzzle puzzle = read_toml(search.puzzle, "search " + search.name);
    if (hex64(puzzle_hash(puzzle)) != search.puzzle_hash) return "its puzzle is not the one its hash names";
    if (const auto option = file_option_of(engine_named(search.engine, puzzle.family()), search.options))
      return fmt::format("its option '{}' names a file, which a ledger cannot do", *option);
  } catch (const std::exception& error) {
    return error.what();
  }
  return std::nullopt;
}

}  // namespace tesselle::cluster
