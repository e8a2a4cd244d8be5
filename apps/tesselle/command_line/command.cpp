#include "command.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <map>

#include "base/counts.hpp"
#include "base/names.hpp"
#include "help.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {

/// What CLI11 does not keep, or keeps as text only.
struct OptionExtras {
  std::vector<std::string> choices{};
  bool only_choices = false, detail = false;
};
struct ProgramState {
  CLI::App app;
  int exit_code = 0;
  std::map<const CLI::Option*, OptionExtras> extras{};
  std::map<const CLI::App*, std::vector<HelpSection>> sections{};
  std::map<const CLI::App*, std::string> headings{};  ///< of the subcommands declared next
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
  option_->check([choices](const std::string& given) -> std::string {
    if (std::find(choices.begin(), choices.end(), given) != choices.end()) return "";
    return "found '" + given + "', expected " + CLI::detail::join(choices, ", ") + did_you_mean(given, choices);
  });
  program_->extras[option_].only_choices = true;
  return suggest(choices);
}

Option Option::suggest(const std::vector<std::string>& choices) {
  program_->extras[option_].choices = choices;
  return *this;
}

Option Option::detail() {
  program_->extras[option_].detail = true;
  return *this;
}

Option Option::needs(Option other) { return {option_->needs(other.option_), program_}; }
Option Option::excludes(Option other) { return {option_->excludes(other.option_), program_}; }
bool Option::given() const { return option_->count() > 0; }

Command Command::subcommand(const std::string& name, const std::string& help) {
  CLI::App* app = app_->add_subcommand(name, help);
  app->group(program_->headings[app_]);
  return {app, program_};
}

void Command::heading(const std::string& title) { program_->headings[app_] = title; }
void Command::alias(const std::string& subcommand, const std::string& also) {
  app_->get_subcommand(subcommand)->alias(also);
}

Command Command::require_subcommand() { return {app_->require_subcommand(1), program_}; }
Command Command::footer(const std::string& text) { return {app_->footer(text), program_}; }
void Command::section(HelpSection section) { program_->sections[app_].push_back(std::move(section)); }

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
  program_->extras.erase(option);
  app_->remove_option(option);
}

namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// What is read and then kept up to date, under one name: a checkpoint, the best board.
bool may_share_a_file(const std::string& one, const std::string& other) {
  const auto is = [&](const char* a, const char* b) { return (one == a && other == b) || (one == b && other == a); };
  return is("--checkpoint", "--resume") || is("--start", "--out");
}

/// A file, if the option names one that could be lost: not a device, not a database elsewhere.
std::optional<std::filesystem::path> file_named(const CLI::Option& option, const std::string& value) {
  const std::string kind = option.get_type_name();
  std::error_code ignored;
  const bool regular = std::filesystem::is_regular_file(value, ignored);
  const bool maybe = kind == "FILE" || kind == "ADDRESS" || ((kind == "P" || kind == "S") && regular);
  if (!maybe || value.empty() || value.find("://") != value.npos) return std::nullopt;
  const bool device = !regular && std::filesystem::exists(value, ignored);
  return device ? std::nullopt
                : std::optional(std::filesystem::weakly_canonical(std::filesystem::absolute(value), ignored));
}

/// Two outputs under one name destroy each other, and an output under the name of an input destroys that.
void require_different_files(const CLI::App& command) {
  if (command.get_name() == "convert") return;  // whose result may take the place of what it reads
  std::map<std::filesystem::path, std::string> seen;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& value : option->results())
      if (const auto file = file_named(*option, value); file && !file->empty()) {
        const std::string name = names_of(*option).front();
        const auto [other, is_new] = seen.emplace(*file, name);
        if (!is_new && other->second != name && !may_share_a_file(other->second, name))
          throw UsageError(other->second + " and " + name + " name the same file, " + value);
      }
}

}  // namespace

void Command::on_run(std::function<int()> run) {
  app_->callback([app = app_, program = program_, run = std::move(run)] {
    if (!app->get_subcommands().empty()) return;
    require_different_files(*app);
    program->exit_code = run();
  });
}

namespace {

OptionDescription describe_option(const CLI::Option& option, const ProgramState& program) {
  OptionDescription description;
  description.names = names_of(option);
  description.help = option.get_description();
  description.takes_value = option.get_items_expected_max() > 0;
  if (description.takes_value) {
    const std::string type = option.get_type_name();  // checks follow after colons
    description.value = type.substr(0, type.find(':'));
  }
  if (const auto known = program.extras.find(&option); known != program.extras.end()) {
    description.choices = known->second.choices;
    description.only_choices = known->second.only_choices;
    description.detail = known->second.detail;
  }
  description.default_value = option.get_default_str();
  description.group = option.get_group();
  description.required = option.get_required();
  return description;
}

CommandDescription describe_command(const CLI::App& app, const ProgramState& program) {
  CommandDescription description;
  description.name = app.get_name();
  description.help = app.get_description();
  description.aliases = app.get_aliases();
  description.footer = app.get_footer();
  description.heading = app.get_group();
  for (const CLI::Option* option : app.get_options()) description.options.push_back(describe_option(*option, program));
  if (const auto known = program.sections.find(&app); known != program.sections.end())
    description.sections = known->second;
  for (const CLI::App* subcommand : app.get_subcommands(nullptr))
    description.subcommands.push_back(describe_command(*subcommand, program));
  return description;
}

/// The program, the command that was given, its subcommand, …
std::vector<const CLI::App*> given_commands(const CLI::App& program) {
  std::vector<const CLI::App*> commands = {&program};
  for (auto given = program.get_subcommands(); !given.empty(); given = given.front()->get_subcommands())
    commands.push_back(given.front());
  return commands;
}

std::string path_of(const std::vector<const CLI::App*>& commands) {
  std::string path;
  for (const CLI::App* command : commands) path += (path.empty() ? "" : " ") + command->get_name();
  return path;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional())
      for (std::string& name : names_of(*option)) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : command.get_subcommands(nullptr)) names.push_back(subcommand->get_name());
  return names;
}

/// What is wrong with words that the command could not place. An unknown option comes first, because its value may have
/// been taken for an argument.
std::string about_left_over(const CLI::App& command, const std::string& path) {
  const std::vector<std::string> words = command.remaining();
  for (const std::string& word : words)
    if (word.size() > 1 && word.starts_with('-')) {
      const std::string name = word.substr(0, word.find('='));
      return path + " has no option '" + name + "'" + did_you_mean(name, option_names(command));
    }
  if (words.empty()) return "";
  if (const auto names = subcommand_names(command); !names.empty())
    return path + " has no command '" + words.front() + "'" + did_you_mean(words.front(), names);
  return path + " takes no further argument, found '" + words.front() + "'";
}

std::string about(const CLI::ParseError& error, const CLI::App& program) {
  std::vector<const CLI::App*> path;
  for (const CLI::App* command : given_commands(program)) {
    path.push_back(command);
    if (const std::string text = about_left_over(*command, path_of(path)); !text.empty()) return text;
  }
  const std::string text = error.what();
  const std::size_t at = text.find(": At Most 1 required but received");
  return at == text.npos ? text : text.substr(0, at) + " was given more than once";
}

/// By its name or an alias.
CommandDescription subcommand_called(const CommandDescription& command, const std::string& word,
                                     const std::string& path) {
  std::vector<std::string> names;
  for (const CommandDescription& subcommand : command.subcommands) {
    const auto& aliases = subcommand.aliases;
    if (subcommand.name == word || std::find(aliases.begin(), aliases.end(), word) != aliases.end()) return subcommand;
    names.push_back(subcommand.name);
  }
  throw UsageError(path + " has no command '" + word + "'" + did_you_mean(word, names));
}

}  // namespace

CommandDescription describe(const Command& command) { return describe_command(*command.app_, *command.program_); }

std::string help_of(const Command& program, const std::vector<std::string>& words, HelpLength length) {
  CommandDescription command = describe(program);
  std::string path = command.name;
  for (const std::string& word : words) {
    command = subcommand_called(command, word, path);
    path += " " + command.name;
  }
  return help_text(command, path, length);
}

Program::Program(const std::string& name, const std::string& help, const std::string& version)
    : state_(new ProgramState{.app = CLI::App{help, name}}) {
  state_->app.set_help_all_flag("--help-all", "all options");
  state_->app.set_version_flag("--version", name + " " + version);
  state_->app.require_subcommand(0, 1);
}

Program::~Program() = default;

Command Program::command() { return {&state_->app, state_.get()}; }

int Program::run(int argc, char** argv) {
  const CLI::App& app = state_->app;
  const auto print_help = [&](HelpLength length) {
    const auto commands = given_commands(app);
    std::cout << help_text(describe_command(*commands.back(), *state_), path_of(commands), length);
    return 0;
  };
  try {
    state_->app.parse(argc, argv);
    return state_->exit_code;
  } catch (const CLI::CallForHelp&) {
    return print_help(HelpLength::screen);
  } catch (const CLI::CallForAllHelp&) {
    return print_help(HelpLength::full);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return state_->app.exit(error);  // --version
    throw UsageError(about(error, app) + " (see " + path_of(given_commands(app)) + " --help)");
  }
}

}  // namespace tesselle
