#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "commands.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

/// What scdoc would take for markup is escaped.
std::string scdoc_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\*_#[]|<>~").find(c) != std::string_view::npos || (c == '-' && escaped.empty()))
      escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

bool is_argument(const OptionDescription& option) { return option.names.front().front() != '-'; }

std::string option_heading(const OptionDescription& option) {
  if (is_argument(option)) return fmt::format("_{}_", scdoc_text(option.names.front()));
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("*" + scdoc_text(name) + "*");
  const std::string value = option.value.empty() ? "VALUE" : option.value;
  return fmt::format("{}{}", fmt::join(names, ", "), option.takes_value ? fmt::format(" _{}_", scdoc_text(value)) : "");
}

std::string option_entry(const OptionDescription& option) {
  std::string help = scdoc_text(option.help);
  if (!option.choices.empty() && option.choices.size() <= 20 && option.help.find('[') == std::string::npos)
    help += fmt::format(": {}", scdoc_text(fmt::format("{}", fmt::join(option.choices, ", "))));
  return fmt::format("{}\n\t{}\n\n", option_heading(option), help.empty() ? "-" : help);
}

std::string synopsis_lines(const std::string& name, const CommandDescription& command) {
  std::string line = fmt::format("*{}*", name);
  if (!command.subcommands.empty()) line += " _COMMAND_";
  line += " \\[_OPTIONS_\\]";
  for (const OptionDescription& option : command.options)
    if (is_argument(option))
      line += fmt::format(fmt::runtime(option.required ? " _{}_" : " \\[_{}_\\]"), scdoc_text(option.names.front()));
  return line + "\n\n";
}

/// Arguments, then options by group.
std::string option_sections(const CommandDescription& command, const std::string& level) {
  std::vector<std::string> groups;
  for (const OptionDescription& option : command.options)
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  std::string text;
  for (const std::string& group : groups) {
    std::string title = group;
    std::transform(title.begin(), title.end(), title.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    text += fmt::format("{} {}\n\n", level, scdoc_text(title));
    for (const OptionDescription& option : command.options)
      if (option.group == group) text += option_entry(option);
  }
  return text;
}

constexpr const char* end_of_man_page =
    "# EXIT STATUS\n\n"
    "*0* answered, *1* proved that there is no solution, *2* bad input or usage, *3* a limit was reached without an "
    "answer, *4* internal error.\n\n";

/// The page of one command, for scdoc.
std::string man_page(const CommandDescription& command) {
  const std::string name = "tesselle " + command.name, page = "tesselle-" + command.name;
  std::string text = fmt::format("{}(1)\n\n# NAME\n\n{} - {}\n\n# SYNOPSIS\n\n{}", page, page, scdoc_text(command.help),
                                 synopsis_lines(name, command));
  for (const CommandDescription& inner : command.subcommands) text += synopsis_lines(name + " " + inner.name, inner);
  text += "# DESCRIPTION\n\nA puzzle is given by the name of a built-in one (*tesselle puzzles*) or as a file.\n\n";
  text += option_sections(command, "#");
  for (const CommandDescription& inner : command.subcommands)
    text += fmt::format("# {} {}\n\n{}\n\n{}", scdoc_text(name), scdoc_text(inner.name), scdoc_text(inner.help),
                        option_sections(inner, "##"));
  return text + end_of_man_page + "# SEE ALSO\n\n*tesselle*(1)\n";
}

std::string program_man_page(const CommandDescription& program) {
  std::string text = fmt::format("tesselle(1)\n\n# NAME\n\ntesselle - {}\n\n# SYNOPSIS\n\n{}", scdoc_text(program.help),
                                 synopsis_lines("tesselle", program));
  text += option_sections(program, "#") + "# COMMANDS\n\n";
  for (const CommandDescription& command : program.subcommands)
    text += fmt::format("*tesselle-{}*(1)\n\t{}\n\n", scdoc_text(command.name), scdoc_text(command.help));
  return text + end_of_man_page;
}

struct ManOptions {
  std::optional<std::string> command, folder;
};

int write_man_pages(const CommandDescription& program, const ManOptions& options) {
  if (options.folder) {
    const std::filesystem::path folder = *options.folder;
    write_file_atomically(folder / "tesselle.1.scd", program_man_page(program));
    for (const CommandDescription& command : program.subcommands)
      write_file_atomically(folder / fmt::format("tesselle-{}.1.scd", command.name), man_page(command));
    return exit_codes::answered;
  }
  if (!options.command) {
    fmt::print("{}", program_man_page(program));
    return exit_codes::answered;
  }
  for (const CommandDescription& command : program.subcommands)
    if (command.name == *options.command) {
      fmt::print("{}", man_page(command));
      return exit_codes::answered;
    }
  throw UsageError(fmt::format("no command '{}', see tesselle --help", *options.command));
}

}  // namespace

void add_man(Command program) {
  auto options = std::make_shared<ManOptions>();
  Command command = program.subcommand("man", "the manual page of a command, as source for scdoc");
  command.argument("command", options->command, "without it, the page of the program");
  command.option("--folder", options->folder, "write all pages into this folder").value("FOLDER");
  command.on_run([options, program] { return write_man_pages(describe(program), *options); });
}

}  // namespace tesselle
