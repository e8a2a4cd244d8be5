#include "run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/counts.hpp"
#include "search/planner.hpp"

namespace tesselle {
namespace {

bool can_do_one(const EngineDescription& engine, const std::vector<Goal>& goals) {
  return std::any_of(goals.begin(), goals.end(), [&](Goal goal) { return goal_for(engine.goals, goal).has_value(); });
}

/// Engines may share the name of an option and differ in what they mean by it.
struct SharedOption {
  std::string help;  ///< of the first engine
  std::set<std::string> choices;
};

std::map<std::string, SharedOption> shared_options(const std::vector<Goal>& goals) {
  std::map<std::string, SharedOption> shared;
  for (const EngineDescription& engine : engines())
    if (can_do_one(engine, goals))
      for (const OptionSpec& spec : engine.options)
        shared.try_emplace(spec.name, SharedOption{spec.help, {}})
            .first->second.choices.insert(spec.choices.begin(), spec.choices.end());
  return shared;
}

void add_engine_help(Command command, const std::vector<Goal>& goals) {
  for (const EngineDescription& engine : engines()) {
    if (!can_do_one(engine, goals) || engine.options.empty()) continue;
    HelpSection section{fmt::format("Engine {} ({})", engine.name, family_name(engine.family)), {}};
    for (const OptionSpec& spec : engine.options) section.rows.emplace_back("--" + spec.name, option_help(spec));
    command.section(std::move(section));
  }
}

/// One option per name; which engine it is for, and what that engine accepts, is checked when the engine is known.
void add_engine_options(Command command, RunOptions& options, const std::vector<Goal>& goals) {
  for (const auto& [name, shared] : shared_options(goals)) {
    const auto keep = [&options, key = name](const std::string& value) { options.engine_options[key] = value; };
    command.option("--" + name, keep, shared.help).suggest({shared.choices.begin(), shared.choices.end()}).detail();
  }
  add_engine_help(command, goals);
}

}  // namespace

std::vector<std::string> engine_choices() {
  std::set<std::string> names = {"auto", "portfolio"};
  for (const EngineDescription& engine : engines()) names.insert(engine.name);
  return {names.begin(), names.end()};
}

std::string option_help(const OptionSpec& spec) {
  const std::string choices = spec.choices.empty() ? "" : fmt::format(" [{}]", fmt::join(spec.choices, " | "));
  const std::string standard = as_typed(to_string(spec.default_value));
  return spec.help + choices + (standard.empty() ? "" : fmt::format(" (default {})", standard));
}

void add_run_options(Command command, RunOptions& options, const std::vector<Goal>& goals) {
  command.argument("puzzle", options.puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--engine", options.engine, "which engine searches; see tesselle engines")
      .value("NAME")
      .suggest(engine_choices())
      .show_default();
  command.option("--symmetry", options.symmetry, "every board, or one per symmetry class").one_of({"all", "distinct"});

  const char* limits = "Limits and threads";
  command.option("--time", options.time, "stop after this time: 90, 60s, 10m, 1h30m").value("TIME").group(limits);
  command.option("--nodes", options.nodes, "stop after this many nodes (placements): 1000000, 1M, 1e6")
      .positive()
      .group(limits);
  command.option("--threads", options.threads, "worker threads (default: all processors this process may use)")
      .range(1u, 1024u)
      .group(limits);
  command.option("--seed", options.seed, "seed of everything random").show_default().group(limits);

  const char* output = "Output";
  command.option("--out", options.out, "write what is found to this file, as JSON").value("FILE").group(output);
  command.flag("--json", options.json, "print events as JSON, one object per line").group(output);
  command.flag("--quiet", options.quiet, "no progress and no notes").group(output);
  add_colour_option(command, options.colour).group(output);

  const char* long_runs = "Long runs";
  command.option("--checkpoint", options.checkpoint, "keep a file from which the run can be resumed")
      .value("FILE")
      .group(long_runs);
  command.option("--resume", options.resume, "go on from a checkpoint").value("FILE").group(long_runs);
  command.flag("--overwrite", options.overwrite, "start over a checkpoint that exists; replace whatever --out names")
      .group(long_runs);
  add_engine_options(command, options, goals);
}

SearchRequest request_from(const RunOptions& options, Goal goal) {
  SearchRequest request;
  request.puzzle = share(load_puzzle(options.puzzle));
  request.goal = goal;
  if (!options.symmetry.empty()) request.symmetry = options.symmetry == "all" ? Symmetry::all : Symmetry::distinct;
  request.engine = options.engine;
  request.options = options.engine_options;
  request.seed = options.seed;
  request.threads = options.threads.value_or(0);
  if (options.time) request.limits.seconds = parse_duration(*options.time);
  request.limits.nodes = options.nodes;
  if (options.out) request.out = *options.out;
  if (options.checkpoint) request.checkpoint = *options.checkpoint;
  if (options.resume) request.resume = *options.resume;
  request.overwrite = options.overwrite;
  return request;
}

}  // namespace tesselle
