#include "formats/document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "formats/text.hpp"

namespace tesselle {
namespace {

std::size_t offset_of_position(std::string_view text, int line, int column) {
  std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  for (; line > 1 && at < text.size(); ++at)
    if (text[at] == '\n') --line;
  for (; column > 1 && at < text.size(); --column) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
  }
  return at;
}

/// Walks over a quoted string of the source, one decoded byte after the other. The parser has accepted the string
/// already, so that escapes are known to be whole.
class LiteralCursor {
 public:
  LiteralCursor(std::string_view text, std::size_t opening_quote) : text_(text), at_(opening_quote) {
    const std::string_view rest = text.substr(std::min(opening_quote, text.size()));
    literal_ = rest.starts_with('\'');
    if (!rest.starts_with("\"\"\"") && !rest.starts_with("'''")) {
      ++at_;
      return;
    }
    multi_line_ = true;
    at_ += 3;
    if (is_line_end()) skip_line_end();
  }

  /// The source position of the decoded byte.
  std::size_t find(std::size_t decoded) {
    skip_folded_lines();
    while (decoded > 0 && at_ < text_.size()) {
      const std::size_t bytes = step();
      decoded -= std::min(decoded, bytes);
      skip_folded_lines();
    }
    return std::min(at_, text_.size());
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool is_line_end() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }
  void skip_line_end() { at_ += peek() == '\r' ? 2 : 1; }

  /// A backslash at the end of a line swallows it and the blanks that follow.
  void skip_folded_lines() {
    while (multi_line_ && !literal_ && peek() == '\\') {
      std::size_t after = at_ + 1;
      while (after < text_.size() && (text_[after] == ' ' || text_[after] == '\t')) ++after;
      if (after >= text_.size() || (text_[after] != '\n' && text_[after] != '\r')) return;
      at_ = std::min(text_.find_first_not_of(" \t\r\n", after), text_.size());
    }
  }

  /// Consumes one character of the source; returns how many bytes it stands for.
  std::size_t step() {
    if (peek() == '\\' && !literal_) return step_escape();
    if (is_line_end()) {
      skip_line_end();
      return 1;
    }
    ++at_;
    return 1;
  }

  std::size_t step_escape() {
    const char kind = peek(1);
    if (kind != 'u' && kind != 'U') {
      at_ += 2;
      return 1;
    }
    const std::size_t digits = kind == 'u' ? 4 : 8;
    const std::uint32_t code = hexadecimal(digits);
    at_ += 2 + digits;
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }

  std::uint32_t hexadecimal(std::size_t digits) const {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const char c = peek(2 + i);
      code = code * 16 + static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return code;
  }

  std::string_view text_;
  std::size_t at_;
  bool literal_ = false, multi_line_ = false;
};

std::string listed(std::initializer_list<std::string_view> keys) {
  std::string text;
  for (const std::string_view key : keys) text += (text.empty() ? "" : ", ") + std::string(key);
  return text;
}

struct Describe {
  std::string operator()(Null) const { return "null"; }
  std::string operator()(Date) const { return "a date"; }
  std::string operator()(bool yes) const { return yes ? "true" : "false"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(std::uint64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const { return fmt::format("{}", number); }
  std::string operator()(const std::string& text) const { return in_quotes(text); }
  std::string operator()(const Items& items) const { return fmt::format("a list of {}", items.size()); }
  std::string operator()(const Members&) const { return "a table"; }
};

}  // namespace

void Cursor::advance_to(std::size_t target, std::string_view text) {
  for (target = std::min(target, text.size()); offset < target; ++offset) {
    if (text[offset] == '\n')
      ++line, column = 1;
    else if ((static_cast<unsigned char>(text[offset]) & 0xc0) != 0x80)
      ++column;
  }
}

std::string describe(const Node& node) { return std::visit(Describe{}, node.value); }

Place Document::place(const Spot& spot) const {
  if (!spot.inside) return place(*spot.node);
  const std::size_t start = offset_of_position(text_, spot.node->line, spot.node->column);
  return place_at(file_, text_, LiteralCursor(text_, start).find(spot.offset));
}

void Document::fail(const Node& node, const std::string& message) const { throw InputError(place(node), message); }

void Document::fail(const Spot& spot, const std::string& message) const { throw InputError(place(spot), message); }

void Document::unexpected(const Node& node, const std::string& expected) const {
  fail(node, "found " + describe(node) + ", expected " + expected);
}

const std::string& Document::text(const Node& node, const std::string& expected) const {
  if (const auto* text = std::get_if<std::string>(&node.value)) return *text;
  unexpected(node, expected);
}

std::int64_t Document::whole_number(const Node& node, std::int64_t low, std::int64_t high) const {
  return whole_number(node, low, high, "a whole number");
}

std::int64_t Document::whole_number(const Node& node, std::int64_t low, std::int64_t high,
                                    const std::string& what) const {
  const auto* number = std::get_if<std::int64_t>(&node.value);
  if (number != nullptr && *number >= low && *number <= high) return *number;
  unexpected(node, fmt::format("{} from {} to {}", what, low, high));
}

bool Document::yes_or_no(const Node& node) const {
  if (const auto* yes = std::get_if<bool>(&node.value)) return *yes;
  unexpected(node, "true or false");
}

const Items& Document::items(const Node& node, const std::string& expected) const {
  if (const auto* items = std::get_if<Items>(&node.value)) return *items;
  unexpected(node, expected);
}

const Members& Document::members(const Node& node, const std::string& expected) const {
  if (const auto* members = std::get_if<Members>(&node.value)) return *members;
  unexpected(node, expected);
}

const Node* Document::find(const Node& table, std::string_view key) const {
  for (const Member& member : members(table, "a table"))
    if (member.key == key) return &member.value;
  return nullptr;
}

const Node& Document::need(const Node& table, std::string_view key) const {
  if (const Node* node = find(table, key)) return *node;
  fail(table, fmt::format("key '{}' is missing", key));
}

void Document::allow_only(const Node& table, std::initializer_list<std::string_view> keys) const {
  for (const Member& member : members(table, "a table")) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    const std::vector<std::string> names(keys.begin(), keys.end());
    throw InputError(place(member), "found unknown key " + in_quotes(member.key) + ", expected one of " + listed(keys) +
                                        did_you_mean(member.key, names));
  }
}

}  // namespace tesselle
