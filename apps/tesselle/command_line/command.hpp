#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command line: commands, their options, and what they run. It is a thin layer over CLI11, which takes seconds to
/// compile wherever it is included: only command.cpp sees it.
///
/// Commands and options are handles, to be copied freely; what they stand for lives in the Program. The variables that
/// options write to must live until the command has run.
namespace tesselle {

struct ProgramState;

/// The tree of commands as plain data, for whatever is made from it: help, completion.
struct OptionDescription {
  std::vector<std::string> names;  ///< with their dashes; an argument has one name and no dashes
  std::string help;
  std::string value;  ///< what stands for the value in the help, such as FILE; may be empty
  std::string default_value;
  bool takes_value = false;
  std::vector<std::string> choices;  ///< for completion; empty: any value
  bool only_choices = false;         ///< other values are refused
  std::string group;
  bool required = false;
  bool detail = false;  ///< left out of the help

  bool is_argument() const { return !names.front().starts_with('-'); }
};

/// A table in the full help.
struct HelpSection {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;
};

struct CommandDescription {
  std::string name, help, footer;
  std::vector<std::string> aliases;  ///< other names, which no list shows
  std::string heading;               ///< its parent lists it under this
  std::vector<OptionDescription> options;
  std::vector<HelpSection> sections;
  std::vector<CommandDescription> subcommands;
};

class Option {
 public:
  Option required();
  /// What stands for the value in the help, instead of the name of its type.
  Option value(const std::string& name);
  Option group(const std::string& title);
  /// Left out of the help, which would not fit a screen with it; a section of the full help may tell about it.
  Option detail();
  /// Shows in the help what the variable holds now.
  Option show_default();

  Option range(int least, int most);
  Option range(unsigned least, unsigned most);
  Option range(std::uint64_t least, std::uint64_t most);
  Option range(double least, double most);
  Option positive();
  Option non_negative();
  Option one_of(const std::vector<std::string>& choices);
  /// Values that a completion may offer; others are accepted.
  Option suggest(const std::vector<std::string>& choices);

  Option needs(Option other);
  Option excludes(Option other);

  /// On the command line that was parsed.
  bool given() const;

 private:
  friend class Command;
  Option(CLI::Option* option, ProgramState* program) : option_(option), program_(program) {}
  CLI::Option* option_;
  ProgramState* program_;
};

template <class T, class... Types>
concept AnyOf = (std::same_as<T, Types> || ...);

/// What an option may write to; command.cpp makes the functions for each.
template <class T>
concept OptionTarget =
    AnyOf<T, std::string, int, unsigned, std::uint64_t, double, std::optional<std::string>, std::optional<int>,
          std::optional<unsigned>, std::optional<std::uint64_t>, std::optional<double>, std::vector<std::string>>;

class Command {
 public:
  Command subcommand(const std::string& name, const std::string& help);
  /// Subcommands declared from now on are listed under this.
  void heading(const std::string& title);
  /// Another name for a subcommand; no list shows it.
  void alias(const std::string& subcommand, const std::string& also);
  /// One of the subcommands must be given.
  Command require_subcommand();
  /// What the help ends with.
  Command footer(const std::string& text);
  /// Shown by --help-all after the options.
  void section(HelpSection section);

  /// Arguments have a place, options a name: "--name".
  template <OptionTarget T>
  Option argument(const std::string& name, T& target, const std::string& help) {
    return option(name, target, help);
  }
  template <OptionTarget T>
  Option option(const std::string& name, T& target, const std::string& help);
  Option option(const std::string& name, const std::function<void(const std::string&)>& take, const std::string& help);
  Option flag(const std::string& name, bool& target, const std::string& help);
  void remove(const std::string& name);

  /// What runs when this command was given and none of its subcommands; it returns the exit code.
  void on_run(std::function<int()> run);

 private:
  friend class Program;
  friend CommandDescription describe(const Command& command);
  Command(CLI::App* app, ProgramState* program) : app_(app), program_(program) {}
  CLI::App* app_;
  ProgramState* program_;
};

CommandDescription describe(const Command& command);

/// The usual help, which fits a screen, or all there is.
enum class HelpLength { screen, full };
/// The help of a command that is reached from the program's name by these words: {"openings", "build"}. Throws
/// UsageError if there is none.
std::string help_of(const Command& program, const std::vector<std::string>& words, HelpLength length);

class Program {
 public:
  Program(const std::string& name, const std::string& help, const std::string& version);
  ~Program();
  Command command();

  /// Parses the command line, runs what it asks for and returns the exit code. What the user got wrong is thrown as
  /// UsageError.
  int run(int argc, char** argv);

 private:
  std::unique_ptr<ProgramState> state_;
};

}  // namespace tesselle
