#include "completion.hpp"

#include <fmt/format.h>

#include <functional>

namespace tesselle {
namespace {

using Words = std::vector<std::string>;

/// The program and every command, each with the words that lead to it: "tesselle openings build".
void for_each_command(const CommandDescription& command, const std::string& path,
                      const std::function<void(const CommandDescription&, const std::string&)>& visit) {
  visit(command, path);
  for (const CommandDescription& subcommand : command.subcommands)
    for_each_command(subcommand, path + " " + subcommand.name, visit);
}

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

Words subcommand_words(const CommandDescription& command) {
  Words names;
  for (const CommandDescription& subcommand : command.subcommands) names.push_back(subcommand.name);
  return names;
}

Words option_words(const CommandDescription& command, bool only_with_value) {
  Words names;
  for (const OptionDescription& option : command.options)
    if (!option.is_argument() && (option.takes_value || !only_with_value))
      names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// Only the first argument of our commands has names to choose from.
Words first_argument_words(const CommandDescription& command) {
  for (const OptionDescription& option : command.options)
    if (option.is_argument()) return option.choices;
  return {};
}

/// Two functions that know the tree: what a command takes, and the values of an option.
std::string shell_tables(const CommandDescription& program) {
  std::string commands, values;
  for_each_command(program, program.name, [&](const CommandDescription& command, const std::string& path) {
    commands += fmt::format("    \"{}\")\n      subcommands=\"{}\"\n      option_names=\"{}\"\n", path,
                            joined(subcommand_words(command)), joined(option_words(command, false)));
    commands += fmt::format("      with_value=\"{}\"\n      arguments=\"{}\"\n      ;;\n",
                            joined(option_words(command, true)), joined(first_argument_words(command)));
    for (const OptionDescription& option : command.options)
      if (!option.is_argument() && !option.choices.empty())
        values += fmt::format("    \"{} {}\") values=\"{}\" ;;\n", path, option.names.back(), joined(option.choices));
  });
  return fmt::format(
      "_tesselle_command() {{\n  case \"$1\" in\n{}  esac\n}}\n\n"
      "_tesselle_values() {{\n  values=\"\"\n  case \"$1\" in\n{}  esac\n}}\n\n",
      commands, values);
}

/// Written for bash and, through bashcompinit, for zsh, in which `options`, `words` and `path` are names of the
/// shell's.
constexpr const char* shell_functions = R"(_tesselle_has() {
  case " $1 " in
    *" $2 "*) [ -n "$2" ] ;;
    *) return 1 ;;
  esac
}

_tesselle() {
  local subcommands option_names with_value arguments values
  local command=tesselle place=0 i=1 word before
  local current="${COMP_WORDS[COMP_CWORD]}"
  _tesselle_command "$command"
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="${COMP_WORDS[i]}"
    if [ "$place" -eq 0 ] && _tesselle_has "$subcommands" "$word"; then
      command="$command $word"
      _tesselle_command "$command"
    elif _tesselle_has "$with_value" "$word"; then
      i=$((i + 1))
      if [ "${COMP_WORDS[i]}" = "=" ]; then i=$((i + 1)); fi
    elif [ "${word#-}" = "$word" ]; then
      place=$((place + 1))
    fi
    i=$((i + 1))
  done
  # Bash cuts --engine=scan at the sign.
  before="${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$before" = "=" ]; then
    before="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if _tesselle_has "$with_value" "$before"; then
    _tesselle_values "$command $before"
  elif [ "${current#-}" != "$current" ]; then
    values="$option_names"
  elif [ "$place" -eq 0 ]; then
    values="$subcommands $arguments"
  fi
  COMPREPLY=($(compgen -W "$values" -- "$current"))
}
)";

/// In single quotes, for fish: a backslash escapes a quote or a backslash.
std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string fish_option(const OptionDescription& option, const std::string& when) {
  std::string line = "complete -c tesselle -n " + fish_quoted(when);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (option.takes_value) line += option.choices.empty() ? " -r" : " -x -a " + fish_quoted(joined(option.choices));
  return line + " -d " + fish_quoted(option.help) + "\n";
}

std::string fish_command(const CommandDescription& command, const std::string& path) {
  const std::string words = path.substr(std::string_view("tesselle").size());  // " openings build"
  const std::string next = "__tesselle_next" + words, inside = words.empty() ? next : "__tesselle_at" + words;
  std::string lines;
  for (const CommandDescription& subcommand : command.subcommands)
    lines += fmt::format("complete -c tesselle -n {} -f -a {} -d {}\n", fish_quoted(next), subcommand.name,
                         fish_quoted(subcommand.help));
  if (const Words names = first_argument_words(command); !names.empty())
    lines += fmt::format("complete -c tesselle -n {} -a {}\n", fish_quoted(next), fish_quoted(joined(names)));
  for (const OptionDescription& option : command.options)
    if (!option.is_argument()) lines += fish_option(option, inside);
  return lines;
}

constexpr const char* fish_functions = R"(# The words after the program's name begin with these.
function __tesselle_at
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    set -l i 1
    for word in $argv
        set i (math $i + 1)
        test "$words[$i]" = "$word"; or return 1
    end
    return 0
end

# They are just these.
function __tesselle_next
    set -l words (commandline -opc)
    test (count $words) -eq (math (count $argv) + 1); and __tesselle_at $argv
end

)";

}  // namespace

std::string bash_completion(const CommandDescription& program) {
  return "# Completion of tesselle for bash: source <(tesselle completion bash)\n\n" + shell_tables(program) +
         shell_functions + "\ncomplete -o default -F _tesselle tesselle ./tesselle\n";
}

std::string zsh_completion(const CommandDescription& program) {
  return "#compdef tesselle\n"
         "# Completion of tesselle for zsh: source <(tesselle completion zsh), after compinit; or as the file "
         "_tesselle\n"
         "# in a folder of $fpath.\n\n"
         "autoload -U +X bashcompinit && bashcompinit\n\n" +
         shell_tables(program) + shell_functions +
         "\ncomplete -o default -F _tesselle tesselle\n"
         "# From $fpath this file is itself the function that is called for the first word to complete.\n"
         "if [ \"${funcstack[1]}\" = _tesselle ]; then _bash_complete -o default -F _tesselle; fi\n";
}

std::string fish_completion(const CommandDescription& program) {
  std::string text = "# Completion of tesselle for fish: tesselle completion fish | source\n\n";
  text += fish_functions;
  for_each_command(program, program.name, [&](const CommandDescription& command, const std::string& path) {
    text += fish_command(command, path);
  });
  return text;
}

}  // namespace tesselle
