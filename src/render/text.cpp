#include "render/text.hpp"

namespace tesselle::render {
namespace {

constexpr char32_t replacement = 0xFFFD;

bool is_printable(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool turns = (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);  // lines, and what turns them around
  const bool surrogate = c >= 0xD800 && c < 0xE000;
  return !control && !turns && !surrogate && c != 0xFFFE && c != 0xFFFF && c < 0x110000;
}

/// Number of continuation bytes that a lead byte announces; -1 if it is none.
int continuation_count(unsigned char lead) {
  if (lead < 0x80) return 0;
  if (lead >= 0xC2 && lead < 0xE0) return 1;
  if (lead >= 0xE0 && lead < 0xF0) return 2;
  return lead >= 0xF0 && lead < 0xF5 ? 3 : -1;
}

constexpr char32_t smallest_with[4] = {0, 0x80, 0x800, 0x10000};  // by continuation count: shorter forms exist below

/// Reads one character and moves `at` past it; a broken sequence costs one byte.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  const int more = continuation_count(lead);
  if (more < 0 || at + static_cast<std::size_t>(more) > text.size()) return replacement;
  char32_t c = more == 0 ? lead : lead & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + static_cast<std::size_t>(i)]);
    if ((byte & 0xC0) != 0x80) return replacement;
    c = c << 6 | (byte & 0x3Fu);
  }
  at += static_cast<std::size_t>(more);
  return c >= smallest_with[more] && is_printable(c) ? c : replacement;
}

}  // namespace

std::u32string decoded(std::string_view text) {
  std::u32string characters;
  for (std::size_t at = 0; at < text.size();) characters.push_back(next_character(text, at));
  return characters;
}

void append_encoded(std::string& out, char32_t c) {
  const auto byte = [&](char32_t value) { out.push_back(static_cast<char>(value)); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3F));
  } else {
    byte(0xF0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3F));
    byte(0x80 | (c >> 6 & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

std::string encoded(std::u32string_view characters) {
  std::string out;
  for (const char32_t c : characters) append_encoded(out, c);
  return out;
}

std::string in_script(std::string_view json) {
  std::string out;
  for (const char c : json) out += c == '<' ? "\\u003c" : std::string(1, c);
  return out;
}

}  // namespace tesselle::render
