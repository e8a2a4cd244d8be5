#include <fmt/format.h>

#include "commands.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

struct EnginesOptions {
  std::optional<std::string> name;
  bool json = false;
};

void print_line(const EngineDescription& engine) {
  fmt::print("{:<11}{:<9}{:<12}{:<49}{}\n", engine.name, family_name(engine.family),
             engine.complete ? "complete" : "incomplete", fmt::format("{}", fmt::join(engine.abilities, ", ")),
             engine.summary);
}

void print_options(const EngineDescription& engine) {
  for (const OptionSpec& spec : engine.options) {
    const std::string choices = spec.choices.empty() ? "" : fmt::format(" [{}]", fmt::join(spec.choices, "|"));
    const std::string standard = to_string(spec.default_value);
    fmt::print("    --{:<18}{}{}{}\n", spec.name, spec.help, choices,
               standard.empty() ? "" : fmt::format(" (default {})", standard));
  }
}

std::vector<const EngineDescription*> asked_for(const EnginesOptions& options) {
  std::vector<const EngineDescription*> chosen;
  for (const EngineDescription& engine : engines())
    if (!options.name || *options.name == engine.name) chosen.push_back(&engine);
  if (chosen.empty()) throw UsageError(fmt::format("no engine '{}', see tesselle engines", *options.name));
  return chosen;
}

int list(const EnginesOptions& options) {
  const auto engines = asked_for(options);
  if (!options.json)
    fmt::print("{:<11}{:<9}{:<12}{:<49}{}\n", "engine", "family", "answer", "abilities", "what it does");
  for (const EngineDescription* engine : engines) {
    if (options.json) {
      fmt::print("{}\n", engine_json(*engine));
      continue;
    }
    print_line(*engine);
    if (options.name) print_options(*engine);
  }
  return exit_codes::answered;
}

}  // namespace

void add_engines(Command program) {
  auto options = std::make_shared<EnginesOptions>();
  Command command = program.subcommand("engines", "list the engines, or the options of one");
  command.argument("name", options->name, "an engine's name");
  command.flag("--json", options->json, "print as JSON, one object per line");
  command.on_run([options] { return list(*options); });
}

}  // namespace tesselle
