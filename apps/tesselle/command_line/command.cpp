#include "command.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "base/counts.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {

struct ProgramState {
  CLI::App app;
  int exit_code = 0;
  std::map<const CLI::Option*, std::vector<std::string>> choices{};  ///< CLI11 keeps them as text only
};

Option Option::required() { return {option_->required(), program_}; }
Option Option::value(const std::string& name) { return {option_->type_name(name), program_}; }
Option Option::group(const std::string& title) { return {option_->group(title), program_}; }
Option Option::show_default() { return {option_->capture_default_str(), program_}; }

Option Option::range(int least, int most) { return {option_->check(CLI::Range(least, most)), program_}; }
Option Option::range(unsigned least, unsigned most) { return {option_->check(CLI::Range(least, most)), program_}; }
Option Option::range(std::uint64_t least, std::uint64_t most) {
  return {option_->check(CLI::Range(least, most)), program_};
}
Option Option::range(double least, double most) { return {option_->check(CLI::Range(least, most)), program_}; }
Option Option::positive() { return {option_->check(CLI::PositiveNumber), program_}; }
Option Option::non_negative() { return {option_->check(CLI::NonNegativeNumber), program_}; }

Option Option::one_of(const std::vector<std::string>& choices) {
  option_->check(CLI::IsMember(choices));
  return suggest(choices);
}

Option Option::suggest(const std::vector<std::string>& choices) {
  program_->choices[option_] = choices;
  return *this;
}

Option Option::needs(Option other) { return {option_->needs(other.option_), program_}; }
Option Option::excludes(Option other) { return {option_->excludes(other.option_), program_}; }
bool Option::given() const { return option_->count() > 0; }

Command Command::subcommand(const std::string& name, const std::string& help) {
  return {app_->add_subcommand(name, help), program_};
}

Command Command::require_subcommand() { return {app_->require_subcommand(1), program_}; }
Command Command::footer(const std::string& text) { return {app_->footer(text), program_}; }

namespace {

/// Whole numbers may be written as 10k, 1M or 1e6; CLI11 would wrap negative ones around where they have no sign.
template <class T>
constexpr bool is_count =
    AnyOf<T, int, unsigned, std::uint64_t, std::optional<int>, std::optional<unsigned>, std::optional<std::uint64_t>>;
template <class T>
constexpr bool has_sign = AnyOf<T, int, std::optional<int>>;

void read_as_count(CLI::Option& option, bool sign) {
  option.transform(CLI::Validator(
      [sign](std::string& text) -> std::string {
        const auto count = parse_count(text);
        if (count) text = std::to_string(*count);
        const bool negative = sign && text.size() > 1 && text[0] == '-' && parse_count(text.substr(1));
        return count || negative ? ""
                                 : "found '" + text + "', expected a whole number" + (sign ? "" : ", not negative");
      },
      ""));
}

}  // namespace

template <OptionTarget T>
Option Command::option(const std::string& name, T& target, const std::string& help) {
  CLI::Option* option = app_->add_option(name, target, help);
  if constexpr (is_count<T>) read_as_count(*option, has_sign<T>);
  return {option, program_};
}

template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, unsigned&, const std::string&);
template Option Command::option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::optional<int>&, const std::string&);
template Option Command::option(const std::string&, std::optional<unsigned>&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::uint64_t>&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);

Option Command::option(const std::string& name, const std::function<void(const std::string&)>& take,
                       const std::string& help) {
  return {app_->add_option_function(name, take, help), program_};
}

Option Command::flag(const std::string& name, bool& target, const std::string& help) {
  return {app_->add_flag(name, target, help), program_};
}

void Command::remove(const std::string& name) {
  CLI::Option* option = app_->get_option(name);
  program_->choices.erase(option);
  app_->remove_option(option);
}

void Command::on_run(std::function<int()> run) {
  app_->callback([app = app_, program = program_, run = std::move(run)] {
    if (app->get_subcommands().empty()) program->exit_code = run();
  });
}

namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

OptionDescription describe_option(const CLI::Option& option, const ProgramState& program) {
  OptionDescription description;
  description.names = names_of(option);
  description.help = option.get_description();
  description.takes_value = option.get_items_expected_max() > 0;
  if (description.takes_value) {
    const std::string type = option.get_type_name();  // checks follow after colons
    description.value = type.substr(0, type.find(':'));
  }
  if (const auto known = program.choices.find(&option); known != program.choices.end())
    description.choices = known->second;
  description.group = option.get_group();
  description.required = option.get_required();
  return description;
}

CommandDescription describe_command(const CLI::App& app, const ProgramState& program) {
  CommandDescription description{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) description.options.push_back(describe_option(*option, program));
  for (const CLI::App* subcommand : app.get_subcommands(nullptr))
    description.subcommands.push_back(describe_command(*subcommand, program));
  return description;
}

/// Where to read about what was refused.
std::string hint(const CLI::App& app) {
  std::string command = app.get_name();
  if (const auto given = app.get_subcommands(); !given.empty()) command += " " + given.front()->get_name();
  return " (see " + command + " --help)";
}

}  // namespace

CommandDescription describe(const Command& command) { return describe_command(*command.app_, *command.program_); }

Program::Program(const std::string& name, const std::string& help, const std::string& version)
    : state_(new ProgramState{.app = CLI::App{help, name}}) {
  state_->app.set_version_flag("--version", name + " " + version);
}

Program::~Program() = default;

Command Program::command() { return {&state_->app, state_.get()}; }

int Program::run(int argc, char** argv) {
  try {
    state_->app.parse(argc, argv);
    return state_->exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return state_->app.exit(error);  // --help, --version
    throw UsageError(error.what() + hint(state_->app));
  }
}

}  // namespace tesselle
