#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/counts.hpp"
#include "base/readable.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t widest_terminal = 10'000;

}  // namespace

Option add_colour_option(Command command, std::string& choice) {
  return command.option("--color", choice, "colours on the terminal")
      .one_of({"auto", "always", "never"})
      .show_default();
}

bool use_colour(const std::string& choice, int descriptor) {
  if (choice != "auto") return choice == "always";
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && ::isatty(descriptor) != 0;
}

std::optional<int> terminal_width(int descriptor) {
  if (::isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* text = std::getenv("COLUMNS");
  const auto columns = text == nullptr ? std::nullopt : parse_count(text);
  return columns && *columns > 0 && *columns <= widest_terminal ? std::optional(static_cast<int>(*columns))
                                                                : std::nullopt;
}

TerminalStyle drawing_style(const std::string& colour) {
  TerminalStyle style;
  if (use_colour(colour, STDOUT_FILENO)) style.colour = TerminalColour::truecolour;
  style.columns = terminal_width(STDOUT_FILENO).value_or(style.columns);
  return style;
}

void tell_text(const std::string& text) noexcept {
  try {
    std::fputs(printable(text).c_str(), stderr);
  } catch (const std::bad_alloc&) {  // what is told may be just this: byte by byte, it needs no memory
    for (const char c : text) std::fputc(c == '\n' || (c >= ' ' && c <= '~') ? c : '?', stderr);
  }
}

void print_printable(const std::string& text) { fmt::print("{}", printable(text)); }

void print_contents(const std::string& text) {
  fmt::print("{}", ::isatty(STDOUT_FILENO) != 0 ? printable(text) : text);
}

void rewrite_line(const std::string& text) noexcept {
  std::fputs("\r\x1b[K", stderr);
  tell_text(text);
}

void say_written(const std::filesystem::path& file, bool quiet) {
  if (!quiet) tell("wrote {}\n", file.string());
}

}  // namespace tesselle
