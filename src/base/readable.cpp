#include "base/readable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tesselle {

std::string grouped(std::uint64_t number) { return grouped(std::to_string(number)); }

std::string grouped(std::string digits) {
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ' ');
  return digits;
}

std::string counted(std::uint64_t number, const std::string& noun) {
  return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string readable_seconds(double seconds) {
  if (seconds < 100) return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 3 : 1);
  if (seconds < 6000) return fmt::format("{} min {} s", static_cast<int>(seconds) / 60, static_cast<int>(seconds) % 60);
  if (seconds < 360000) return fmt::format("{:.1f} h", seconds / 3600);
  if (seconds < 1e9) return fmt::format("{:.0f} days", seconds / 86400);
  return fmt::format("{:.2g} years", seconds / 31557600);
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u; };
  const unsigned lead = byte(0), second = byte(1);
  if (lead < 0x80) return text.empty() ? 0 : 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  for (std::size_t at = 1; at < length; ++at)
    if ((byte(at) & 0xc0) != 0x80) return 0;
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second > 0x9f;
  const bool too_large = lead == 0xf4 && second > 0x8f;
  return overlong || surrogate || too_large ? 0 : length;
}

namespace {

/// How many bytes at the beginning must not reach a terminal as they are; 0 if they may. (Alone, U+0080 to U+009F are
/// not UTF-8, and some terminals obey them, too.)
std::size_t order_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u; };
  if (utf8_length(text) == 0) return 1;
  if (byte(0) < ' ' || byte(0) == 0x7f) return byte(0) != '\n' && byte(0) != '\t';
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) return 2;  // U+0080 to U+009F
  if (byte(0) != 0xe2) return 0;
  const bool turns = (byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
                     (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
  return turns ? 3 : 0;  // U+2028 to U+202E, U+2066 to U+2069
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t order = order_length(text);
    for (const char c : text.substr(0, order)) line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    const std::size_t plain = order == 0 ? utf8_length(text) : 0;
    line += text.substr(0, plain);
    text.remove_prefix(order + plain);
  }
  return line;
}

}  // namespace tesselle
