#include "run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tesselle {
namespace {

/// What an option of a name means to one or more engines: engines may differ in help, default and what they accept.
struct Meaning {
  OptionSpec spec;
  std::vector<std::string> engines;
};

std::map<std::string, std::vector<Meaning>> shared_options() {
  std::map<std::string, std::vector<Meaning>> shared;
  for (const EngineDescription& engine : engines())
    for (const OptionSpec& spec : engine.options) {
      auto& meanings = shared[spec.name];
      const auto same = std::find_if(meanings.begin(), meanings.end(), [&](const Meaning& meaning) {
        return meaning.spec.help == spec.help && meaning.spec.default_value == spec.default_value &&
               meaning.spec.choices == spec.choices;
      });
      if (same == meanings.end())
        meanings.push_back({spec, {engine.name}});
      else if (same->engines.back() != engine.name)
        same->engines.push_back(engine.name);
    }
  return shared;
}

std::string describe(const std::vector<Meaning>& meanings) {
  std::vector<std::string> texts;
  for (const auto& [spec, engines] : meanings) {
    const std::string choices = spec.choices.empty() ? "" : fmt::format(" [{}]", fmt::join(spec.choices, "|"));
    const std::string standard = to_string(spec.default_value);
    texts.push_back(fmt::format("{}{} ({}{})", spec.help, choices,
                                standard.empty() ? "" : fmt::format("default {}; ", standard),
                                fmt::join(engines, ", ")));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::string> choices_of(const std::vector<Meaning>& meanings) {
  std::set<std::string> choices;
  for (const Meaning& meaning : meanings) choices.insert(meaning.spec.choices.begin(), meaning.spec.choices.end());
  return {choices.begin(), choices.end()};
}

/// One option per name; which engine it is for, and what that engine accepts, is checked when the engine is known.
void add_engine_options(Command command, RunOptions& options) {
  for (const auto& [name, meanings] : shared_options()) {
    const auto keep = [&options, key = name](const std::string& value) { options.engine_options[key] = value; };
    command.option("--" + name, keep, describe(meanings))
        .value("")
        .group("Engine options")
        .suggest(choices_of(meanings));
  }
}

}  // namespace

void add_run_options(Command command, RunOptions& options) {
  command.argument("puzzle", options.puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--engine", options.engine, "which engine searches (see tesselle engines)").show_default();
  command.option("--symmetry", options.symmetry, "every board, or one per symmetry class").one_of({"all", "distinct"});
  command.option("--time", options.time, "stop after this time: 90, 60s, 10m, 1h30m");
  command.option("--nodes", options.nodes, "stop after this many nodes (placements): 1000000, 1M, 1e6").positive();
  command.option("--threads", options.threads, "worker threads (default: all processors this process may use)")
      .range(1u, 1024u);
  command.option("--seed", options.seed, "seed of everything random").show_default();
  command.option("--out", options.out, "write what is found to this file, as JSON");
  command.option("--checkpoint", options.checkpoint, "keep a file from which the run can be resumed");
  command.option("--resume", options.resume, "go on from a checkpoint");
  command.flag("--overwrite", options.overwrite, "start over a checkpoint that exists; replace whatever --out names");
  command.flag("--json", options.json, "print events as JSON, one object per line");
  command.flag("--quiet", options.quiet, "no progress and no notes");
  add_colour_option(command, options.colour);
  add_engine_options(command, options);
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
