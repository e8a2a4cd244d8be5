#include "formats/toml_guard.hpp"

#include <fmt/format.h>

#include "formats/text.hpp"

namespace tesselle {
namespace {

// Far above what a puzzle needs: 65 535 pieces with all their keys, a million cells as tokens.
constexpr std::size_t max_toml_bytes = std::size_t{64} << 20;
constexpr int max_toml_values = 2'000'000;
constexpr int deepest_nesting = 32;
constexpr int max_dots_in_key = 8;

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// Up to the first syntax error it cuts the text exactly as the parser does; behind it nothing is parsed anyway.
class Guard {
 public:
  Guard(std::string_view text, const std::string& file) : text_(text), file_(file) {
    if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (c == '"' || c == '\'')
        skip_string(c);
      else
        look_at(c);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw InputError(place_at(file_, text_, at_), message); }

  void look_at(char c) {
    if (static_cast<unsigned char>(c) >= 0x80) refuse_character();
    if (c == '.' && ++dots_ > max_dots_in_key) fail("found a key of too many parts, expected a plain key");
    if (c != '.' && c != ' ' && c != '\t' && !is_key_character(c)) dots_ = 0;
    if ((c == '[' || c == '{') && ++depth_ > deepest_nesting)
      fail(fmt::format("found values nested more than {} deep, expected a puzzle", deepest_nesting));
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if ((c == '[' || c == ',' || c == '=') && ++values_ > max_toml_values)
      fail(fmt::format("found more than {} values, expected a puzzle", max_toml_values));
    ++at_;
  }

  /// TOML has letters beyond ASCII in strings and comments only, but toml++ lets some pass as blanks.
  [[noreturn]] void refuse_character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
    fail("not valid TOML: found " + in_quotes(text_.substr(at_, end - at_)) +
         ", expected it in quotes or in a comment");
  }

  void skip_string(char quote) {
    const std::string fence(3, quote);
    if (text_.substr(at_).starts_with(fence)) return skip_fenced(fence);
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\' && quote == '"') ++at_;
    if (at_ < text_.size()) ++at_;
  }

  void skip_fenced(const std::string& fence) {
    for (at_ += 3; at_ < text_.size() && !text_.substr(at_).starts_with(fence); ++at_)
      if (text_[at_] == '\\' && fence[0] == '"') ++at_;
    at_ = std::min(at_ + 3, text_.size());
    // One or two more quotes belong to the string.
    for (int extra = 0; extra < 2 && at_ < text_.size() && text_[at_] == fence[0]; ++extra) ++at_;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int dots_ = 0, depth_ = 0, values_ = 0;
};

}  // namespace

void guard_toml(std::string_view text, const std::string& file) {
  if (text.size() > max_toml_bytes)
    throw InputError({file}, fmt::format("is larger than {} MB, expected a smaller puzzle", max_toml_bytes >> 20));
  if (const auto bad = first_invalid_utf8(text))
    throw InputError(place_at(file, text, *bad),
                     "found the byte " + in_quotes(text.substr(*bad, 1)) + ", expected text in UTF-8");
  Guard(text, file).run();
}

}  // namespace tesselle
