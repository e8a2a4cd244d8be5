#include "formats/text.hpp"

#include <algorithm>
#include <filesystem>

#include "base/names.hpp"
#include "base/readable.hpp"

namespace tesselle {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::string escaped_byte(char c) {
  constexpr char digits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

}  // namespace

std::optional<Word> WordReader::next() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  const std::size_t start = at_;
  while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
  return at_ > start ? std::optional(Word{text_.substr(start, at_ - start), start}) : std::nullopt;
}

std::vector<Word> words_of(std::string_view text, std::size_t limit) {
  std::vector<Word> words;
  WordReader reader(text);
  for (auto word = reader.next(); word && words.size() < limit; word = reader.next()) words.push_back(*word);
  return words;
}

bool is_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

std::optional<std::int64_t> parse_digits(std::string_view text, std::int64_t limit) {
  if (!is_digits(text)) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text) {
    if (number > limit / 10) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number <= limit ? std::optional(number) : std::nullopt;
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const bool plain = length > 1 || (length == 1 && text[0] >= ' ' && text[0] != 0x7f);
    const std::string next = plain ? std::string(text.substr(0, length)) : escaped_byte(text[0]);
    if (line.size() + next.size() > limit) return line + "…";
    line += next;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

std::string in_quotes(std::string_view text) { return "'" + one_line(text, 40) + "'"; }

std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

Place place_at(const std::string& file, std::string_view text, std::size_t offset) {
  std::size_t line_start = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  int line = 1, column = 1;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i)
    if (text[i] == '\n') ++line, line_start = i + 1;
  for (std::size_t i = line_start; i < std::min(offset, text.size()); ++i)
    if (!is_continuation(text[i])) ++column;
  return {file, line, column};
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

bool is_puzzle_name(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-';
  });
}

bool is_title(std::string_view text) {
  const auto is_control = [](char c) { return c >= 0 && c < ' '; };
  return !first_invalid_utf8(text) && std::none_of(text.begin(), text.end(), is_control);
}

namespace {

/// Behind apostrophes, so that what gets one can be told from what had one.
bool looks_like_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
}

}  // namespace

std::string as_spreadsheet_text(std::string_view text) {
  return (looks_like_formula(text) ? "'" : "") + std::string(text);
}

std::string_view from_spreadsheet_text(std::string_view text) {
  return text.starts_with('\'') && looks_like_formula(text) ? text.substr(1) : text;
}

std::string default_name(std::string_view file) {
  if (const auto slash = file.rfind('/'); slash != file.npos) file.remove_prefix(slash + 1);
  if (const auto dot = file.rfind('.'); dot != file.npos && dot > 0) file = file.substr(0, dot);
  std::string name = lower_case(file.substr(0, 100));
  for (char& c : name)
    if (!is_puzzle_name({&c, 1})) c = '-';
  return name.empty() ? "puzzle" : name;
}

std::pair<std::string, std::optional<int>> path_and_number(const std::string& text) {
  std::error_code ignored;
  const std::size_t hash = text.rfind('#');
  if (hash == text.npos || std::filesystem::exists(text, ignored)) return {text, {}};
  const auto number = parse_digits(std::string_view(text).substr(hash + 1), 1'000'000);
  if (!number || *number < 1) return {text, {}};
  return {text.substr(0, hash), static_cast<int>(*number)};
}

}  // namespace tesselle
