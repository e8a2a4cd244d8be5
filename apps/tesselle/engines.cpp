#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "commands.hpp"
#include "run/registry.hpp"

namespace tesselle {
namespace {

struct EnginesOptions {
  std::optional<std::string> name;
  bool json = false;
};

std::vector<std::string> abilities(const EngineInfo& engine) {
  std::vector<std::string> names;
  if (engine.walks_tree) names.insert(names.end(), {"threads", "checkpoint"});
  if (engine.reduces_symmetry) names.push_back("symmetry");
  if (engine.improves) names.push_back("start");
  return names;
}

nlohmann::ordered_json to_json(const EngineInfo& engine) {
  nlohmann::ordered_json options = nlohmann::ordered_json::array();
  for (const OptionSpec& spec : engine.options)
    options.push_back({{"name", spec.name}, {"default", to_string(spec.default_value)}, {"help", spec.help}});
  return {{"name", engine.name},         {"family", family_name(engine.family)},
          {"complete", engine.complete}, {"abilities", abilities(engine)},
          {"summary", engine.summary},   {"options", options}};
}

void print_line(const EngineInfo& engine) {
  fmt::print("{:<12}{:<9}{:<11}{:<30}{}\n", engine.name, family_name(engine.family),
             engine.complete ? "complete" : "incomplete", fmt::format("{}", fmt::join(abilities(engine), ", ")),
             engine.summary);
}

void print_options(const EngineInfo& engine) {
  for (const OptionSpec& spec : engine.options) {
    const std::string choices = spec.choices.empty() ? "" : fmt::format(" [{}]", fmt::join(spec.choices, "|"));
    const std::string standard = to_string(spec.default_value);
    fmt::print("    --{:<18}{}{}{}\n", spec.name, spec.help, choices,
               standard.empty() ? "" : fmt::format(" (default {})", standard));
  }
}

std::vector<const EngineInfo*> asked_for(const EnginesOptions& options) {
  std::vector<const EngineInfo*> engines;
  for (const EngineInfo& engine : all_engines())
    if (!options.name || *options.name == engine.name) engines.push_back(&engine);
  if (engines.empty()) throw UsageError(fmt::format("no engine '{}', see tesselle engines", *options.name));
  return engines;
}

int list(const EnginesOptions& options) {
  const auto engines = asked_for(options);
  if (!options.json)
    fmt::print("{:<12}{:<9}{:<11}{:<30}{}\n", "engine", "family", "answer", "abilities", "what it does");
  for (const EngineInfo* engine : engines) {
    if (options.json) {
      fmt::print("{}\n", to_json(*engine).dump());
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
