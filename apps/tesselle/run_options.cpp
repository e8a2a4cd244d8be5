#include "run_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

#include "base/errors.hpp"
#include "formats/formats.hpp"
#include "run/checkpoint.hpp"
#include "run/choice.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

std::atomic<bool> stop_requested = false;

extern "C" void on_signal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

/// What an option of a name means to one or more engines: engines may differ in help, default and what they accept.
struct Meaning {
  OptionSpec spec;
  std::vector<std::string> engines;
};

std::map<std::string, std::vector<Meaning>> shared_options() {
  std::map<std::string, std::vector<Meaning>> shared;
  for (const EngineInfo& engine : all_engines())
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

Options engine_options(const EngineInfo& engine, const RunOptions& options) {
  Options values(engine.options);
  for (const auto& [name, value] : options.engine_options) {
    if (!values.has(name)) throw UsageError(fmt::format("engine {} has no option --{}", engine.name, name));
    values.set(name, value);
  }
  return values;
}

EngineChoice pick_engine(const RunOptions& options, const Puzzle& puzzle, Goal goal) {
  if (options.engine != "auto") return {&engine_named(options.engine, puzzle.family()), ""};
  if (options.resume)
    return {&engine_named(checkpoint_engine(*options.resume), puzzle.family()), "as in the checkpoint"};
  Wishes wishes{.goal = goal, .distinct = options.symmetry == "distinct", .checkpoint = options.checkpoint.has_value()};
  wishes.limited = options.time || options.nodes;
  for (const auto& [name, value] : options.engine_options) wishes.options.push_back(name);
  return choose_engine(puzzle, wishes);
}

}  // namespace

void add_run_options(Command command, RunOptions& options) {
  command.argument("puzzle", options.puzzle, "a built-in puzzle's name or a file").required().value("P");
  command.option("--engine", options.engine, "which engine searches (see tesselle engines)").show_default();
  command.option("--symmetry", options.symmetry, "all boards, or one of each that are distinct up to symmetry")
      .one_of({"all", "distinct"});
  command.option("--time", options.time, "stop after this time: 60s, 10m, 1h");
  command.option("--nodes", options.nodes, "stop after this many nodes (placements)").positive();
  command.option("--threads", options.threads, "worker threads (default: all cores)").range(1u, 1024u);
  command.option("--seed", options.seed, "seed of everything random").show_default();
  command.option("--out", options.out, "write what is found to this file, as JSON");
  command.option("--checkpoint", options.checkpoint, "keep a file from which the run can be resumed");
  command.option("--resume", options.resume, "go on from a checkpoint");
  command.flag("--json", options.json, "print events as JSON, one object per line");
  command.flag("--quiet", options.quiet, "no progress and no notes");
  add_colour_option(command, options.colour);
  add_engine_options(command, options);
}

void add_colour_option(Command command, std::string& choice) {
  command.option("--color", choice, "colours on the terminal").one_of({"auto", "always", "never"}).show_default();
}

void check_writable(const std::optional<std::string>& path) {
  if (!path) return;
  const auto folder = std::filesystem::absolute(*path).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw InputError({*path}, fmt::format("cannot be written: there is no folder {}", folder.string()));
}

double parse_duration(const std::string& text, const char* option) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const std::map<std::string_view, double> units = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}};
  const auto known = units.find(unit);
  if (error != std::errc{} || known == units.end() || !(number > 0) || number > 1e9)
    throw UsageError(fmt::format("{}: found '{}', expected a duration such as 60s, 10m or 1h", option, text));
  return number * known->second;
}

bool use_colour(const std::string& choice, int descriptor) {
  if (choice != "auto") return choice == "always";
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && ::isatty(descriptor) != 0;
}

PreparedRun prepare_run(const RunOptions& options, Goal goal) {
  PreparedRun prepared;
  prepared.puzzle = std::make_shared<const Puzzle>(load_puzzle(options.puzzle));
  const EngineChoice choice = pick_engine(options, *prepared.puzzle, goal);
  prepared.reason = choice.reason;
  check_writable(options.out);
  check_writable(options.checkpoint);

  RunRequest& request = prepared.request;
  request.puzzle = prepared.puzzle.get();
  request.engine = choice.engine;
  request.config.goal = goal;
  request.config.seed = options.seed;
  request.config.options = engine_options(*choice.engine, options);
  request.threads = options.threads.value_or(std::max(1u, std::thread::hardware_concurrency()));
  if (options.time) request.limits.seconds = parse_duration(*options.time);
  request.limits.nodes = options.nodes;
  if (options.resume) request.resume = *options.resume;
  if (options.checkpoint) request.checkpoint = *options.checkpoint;
  if (options.resume && !options.checkpoint) request.checkpoint = *options.resume;
  return prepared;
}

const std::atomic<bool>& stop_on_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return stop_requested;
}

std::stop_token stop_token_on_signals() {
  static const std::atomic<bool>& signalled = stop_on_signals();
  static std::stop_source source;
  // A signal handler must not call request_stop(), so a thread looks for signals.
  static std::jthread watcher([](const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any at_end;
    std::unique_lock lock(mutex);
    while (!end.stop_requested() && !signalled)
      at_end.wait_for(lock, end, std::chrono::milliseconds(20), [] { return false; });
    if (signalled) source.request_stop();
  });
  return source.get_token();
}

}  // namespace tesselle
