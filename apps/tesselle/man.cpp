#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "command_line/help.hpp"
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

/// "--engine NAME": the names in bold, the value underlined.
std::string entry_heading(const std::string& row) {
  const std::size_t value = row.starts_with("--") ? row.find(' ') : std::string::npos;
  const std::string name = "*" + scdoc_text(row.substr(0, value)) + "*";
  return value == std::string::npos ? name : fmt::format("{} _{}_", name, scdoc_text(row.substr(value + 1)));
}

std::string capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  return text;
}

/// What the full help tells, section by section.
std::string man_sections(const CommandDescription& command, const std::string& level) {
  std::string text;
  for (const auto& [title, rows] : help_sections(command, HelpLength::full)) {
    if (rows.empty()) continue;
    text += fmt::format("{} {}\n\n", level, scdoc_text(capitals(title.empty() ? "Arguments" : title)));
    for (const auto& [name, help] : rows)
      text += fmt::format("{}\n\t{}\n\n", entry_heading(name), help.empty() ? "-" : scdoc_text(help));
  }
  return text;
}

std::string synopsis_of(const CommandDescription& command, const std::string& path) {
  std::string text;
  for (const std::string& line : usage_lines(command, path))
    text += fmt::format("*{}*{}\n\n", path, scdoc_text(line.substr(path.size())));
  return text;
}

bool takes_puzzle(const CommandDescription& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionDescription& option) { return option.is_argument() && option.value == "P"; });
}

/// What the options do not tell.
std::string description_of(const CommandDescription& command) {
  std::string text;
  if (takes_puzzle(command) || std::any_of(command.subcommands.begin(), command.subcommands.end(), takes_puzzle))
    text += "A puzzle _P_ is the name of a built-in one (*tesselle puzzles* lists them) or a file.\n\n";
  if (!command.footer.empty()) text += scdoc_text(command.footer) + "\n\n";
  return text.empty() ? "" : "# DESCRIPTION\n\n" + text;
}

constexpr const char* end_of_man_page =
    "# EXIT STATUS\n\n"
    "*0* answered, *1* proved that there is no solution, *2* bad input or usage, *3* a limit was reached without an "
    "answer, *4* internal error.\n\n";

/// The page of one command, for scdoc.
std::string man_page(const CommandDescription& command) {
  const std::string name = "tesselle " + command.name, page = "tesselle-" + command.name;
  std::string text = fmt::format("{}(1)\n\n# NAME\n\n{} - {}\n\n# SYNOPSIS\n\n{}", page, page, scdoc_text(command.help),
                                 synopsis_of(command, name));
  for (const CommandDescription& inner : command.subcommands) text += synopsis_of(inner, name + " " + inner.name);
  text += description_of(command) + man_sections(command, "#");
  for (const CommandDescription& inner : command.subcommands)
    text += fmt::format("# {} {}\n\n{}\n\n{}", scdoc_text(name), scdoc_text(inner.name), scdoc_text(inner.help),
                        man_sections(inner, "##"));
  return text + end_of_man_page + "# SEE ALSO\n\n*tesselle*(1)\n";
}

std::string program_man_page(const CommandDescription& program) {
  std::string text = fmt::format("tesselle(1)\n\n# NAME\n\ntesselle - {}\n\n# SYNOPSIS\n\n{}# DESCRIPTION\n\n",
                                 scdoc_text(program.help), synopsis_of(program, "tesselle"));
  text +=
      "*tesselle help* _COMMAND_ explains a command on one screen, and each has a page of its own, such as "
      "*tesselle-solve*(1). A puzzle _P_ is the name of a built-in one (*tesselle puzzles* lists them) or a file. "
      "*tesselle --version* tells version, commit and the kernels for this machine.\n\n# COMMANDS\n\n";
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
