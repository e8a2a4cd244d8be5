#pragma once

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "command_line/command.hpp"
#include "tesselle/render.hpp"

namespace tesselle {

/// --color, also of subcommands that do not search.
Option add_colour_option(Command command, std::string& choice);

/// Whether to colour what goes to this stream: --color, then NO_COLOR, then whether it is a terminal.
bool use_colour(const std::string& choice, int descriptor);

/// How wide the terminal is that this stream goes to: as it says itself, then COLUMNS; nullopt if it is not a terminal.
std::optional<int> terminal_width(int descriptor);

/// How drawings on stdout look, by --color and the terminal's width.
TerminalStyle drawing_style(const std::string& colour);

/// Writes to stderr. A stream that takes nothing, a log on a full disk for one, never ends a search: what is said there
/// is lost, and that is all. Names of files, puzzles and pieces may hold bytes that a terminal would take for orders:
/// they become printable.
void tell_text(const std::string& text) noexcept;
template <class... Values>
void tell(fmt::format_string<Values...> text, Values&&... values) {
  tell_text(fmt::format(text, std::forward<Values>(values)...));
}

/// Writes to stdout what is for people and may hold names from files, made printable.
void print_printable(const std::string& text);
template <class... Values>
void print_text(fmt::format_string<Values...> text, Values&&... values) {
  print_printable(fmt::format(text, std::forward<Values>(values)...));
}

/// Writes a file's contents to stdout as they are, or made printable if that is a terminal.
void print_contents(const std::string& text);

/// Replaces what stands in the current line of stderr, a terminal.
void rewrite_line(const std::string& text) noexcept;

/// Names a file that was written, in one line on stderr.
void say_written(const std::filesystem::path& file, bool quiet = false);

}  // namespace tesselle
