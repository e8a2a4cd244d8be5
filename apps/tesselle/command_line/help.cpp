#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counts.hpp"

namespace tesselle {
namespace {

constexpr std::size_t line_width = 80, max_name_width = 26;

/// How many columns a UTF-8 text takes.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// The text in lines that leave room for the indent, which all but the first start with. Its own line ends stay.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    const bool ends_line = end < text.size() && text[end] == '\n';
    if (used > 0 && indent + used + 1 + columns(word) > line_width) {
      lines += "\n" + std::string(indent, ' ');
      used = 0;
    }
    if (used > 0) lines += ' ', ++used;
    lines += word;
    used += columns(word);
    if (ends_line) lines += "\n" + std::string(indent, ' '), used = 0;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// One width for all of them, so that the eye finds the second column.
std::size_t name_width(const std::vector<HelpSection>& sections) {
  std::size_t width = 0;
  for (const HelpSection& section : sections)
    for (const auto& [name, text] : section.rows)
      if (name.size() <= max_name_width) width = std::max(width, name.size());
  return width;
}

/// Two columns; a name that is too long for the first one has a line of its own.
std::string table(const std::vector<HelpSection>& sections) {
  const std::size_t width = name_width(sections), indent = width + 4;
  std::string lines;
  for (const auto& [title, rows] : sections) {
    if (!title.empty() && !rows.empty()) lines += fmt::format("\n{}:\n", title);
    for (const auto& [name, text] : rows) {
      lines +=
          name.size() > width ? fmt::format("  {}\n{:{}}", name, "", indent) : fmt::format("  {:<{}}  ", name, width);
      lines += wrapped(text, indent) + "\n";
    }
  }
  return lines;
}

/// CLI11's names of types mean nothing to most people.
std::string placeholder(const OptionDescription& option) {
  if (option.value == "UINT" || option.value == "INT") return "N";
  if (option.value == "FLOAT") return "X";
  return option.value;
}

bool lists_choices_as_value(const OptionDescription& option) {
  return option.only_choices && fmt::format("{}", fmt::join(option.choices, "|")).size() <= 20;
}

std::string name_column(const OptionDescription& option) {
  std::string text = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.takes_value) return text;
  if (lists_choices_as_value(option)) return fmt::format("{} {}", text, fmt::join(option.choices, "|"));
  return placeholder(option).empty() ? text : text + " " + placeholder(option);
}

std::string help_column(const OptionDescription& option) {
  std::string text = option.help;
  if (option.only_choices && !lists_choices_as_value(option))
    text += fmt::format(" [{}]", fmt::join(option.choices, " | "));
  if (option.required && !option.is_argument()) text += " (required)";
  if (!option.default_value.empty()) text += fmt::format(" (default {})", as_typed(option.default_value));
  return text;
}

/// P, or NAME for an argument without a placeholder of its own.
std::string argument_name(const OptionDescription& option) {
  std::string name = option.value == "TEXT" ? option.names.front() : option.value;
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return name;
}

bool is_help(const OptionDescription& option) {
  return std::any_of(option.names.begin(), option.names.end(), [](const std::string& name) {
    return name == "--help" || name == "--help-all" || name == "--version";
  });
}

/// Adds a row to the section of that title, which may be new.
void add_row(std::vector<HelpSection>& sections, const std::string& title, std::string name, std::string text) {
  auto section =
      std::find_if(sections.begin(), sections.end(), [&](const auto& other) { return other.title == title; });
  if (section == sections.end()) section = sections.insert(sections.end(), {title, {}});
  section->rows.emplace_back(std::move(name), std::move(text));
}

}  // namespace

std::vector<HelpSection> help_sections(const CommandDescription& command, HelpLength length) {
  std::vector<HelpSection> sections;
  for (const OptionDescription& option : command.options)
    if (option.is_argument()) add_row(sections, "", argument_name(option), help_column(option));
  for (const CommandDescription& subcommand : command.subcommands)
    add_row(sections, subcommand.heading.empty() ? "Commands" : subcommand.heading, subcommand.name, subcommand.help);
  sections.push_back({"Options", {}});
  for (const OptionDescription& option : command.options)
    if (!option.is_argument() && !option.detail && !is_help(option))
      add_row(sections, option.group, name_column(option), help_column(option));
  if (length == HelpLength::full) sections.insert(sections.end(), command.sections.begin(), command.sections.end());
  return sections;
}

std::vector<std::string> usage_lines(const CommandDescription& command, const std::string& path) {
  std::string arguments;
  bool options = false;
  for (const OptionDescription& option : command.options)
    if (option.is_argument())
      arguments += option.required ? " " + argument_name(option) : " [" + argument_name(option) + "]";
    else
      options |= !is_help(option);
  const std::string plain = path + arguments + (options ? " [options]" : "");
  if (command.subcommands.empty()) return {plain};
  const std::string with_command = path + " COMMAND …";
  return options ? std::vector{plain, with_command} : std::vector{with_command};
}

std::string help_text(const CommandDescription& command, const std::string& path, HelpLength length) {
  const bool more = length == HelpLength::screen && !command.sections.empty();
  std::string text =
      fmt::format("{}\n\nUsage: {}\n{}", wrapped(path + ": " + command.help, 0),
                  fmt::join(usage_lines(command, path), "\n       "), table(help_sections(command, length)));
  if (more)
    text += fmt::format(
        "\nEngines have options of their own: see tesselle engines NAME, or for all of them\n{} --help-all.\n", path);
  if (!command.footer.empty()) text += "\n" + wrapped(command.footer, 0) + "\n";
  return text;
}

}  // namespace tesselle
