#include "base/counts.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace tesselle {
namespace {

/// The power of ten that a number ends with: "k", "M", "G", "e6" or none.
std::optional<int> power_of_ten(std::string_view suffix) {
  if (suffix.empty()) return 0;
  if (suffix == "k" || suffix == "K") return 3;
  if (suffix == "M") return 6;
  if (suffix == "G") return 9;
  if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E') || suffix[1] == '-') return std::nullopt;
  int power = 0;
  const auto [end, error] = std::from_chars(suffix.data() + 1, suffix.data() + suffix.size(), power);
  return error == std::errc{} && end == suffix.data() + suffix.size() && power <= 19 ? std::optional(power)
                                                                                     : std::nullopt;
}

/// Appends a digit; false if the number becomes too large.
bool append_digit(std::uint64_t& number, unsigned digit) {
  if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return false;
  number = number * 10 + digit;
  return true;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t number = 0;
  int decimals = 0;
  bool point = false;
  std::size_t at = 0;
  if (text.empty() || !is_digit(text[0])) return std::nullopt;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    if (!append_digit(number, static_cast<unsigned>(text[at] - '0'))) return std::nullopt;
    decimals += point ? 1 : 0;
  }
  const auto power = power_of_ten(text.substr(at));
  if (!power || *power < decimals || (point && *power == 0)) return std::nullopt;
  for (int zeros = *power - decimals; zeros > 0; --zeros)
    if (!append_digit(number, 0)) return std::nullopt;
  return number;
}

std::string as_typed(const std::string& text) {
  std::size_t digits = text.size(), power = 0;
  if (digits < 5 || digits > 18 || text[0] == '0' || !std::all_of(text.begin(), text.end(), is_digit)) return text;
  while (power < 3 && digits > 3 && text.compare(digits - 3, 3, "000") == 0) digits -= 3, ++power;
  return power == 0 ? text : text.substr(0, digits) + "kMG"[power - 1];
}

}  // namespace tesselle
