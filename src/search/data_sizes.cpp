#include "search/data_sizes.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string_view>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

bool size_number(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::uint64_t parse_bytes(const std::string& text, const std::string& option) {
  constexpr std::string_view units = "KMGT";
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const std::size_t place = unit.empty() ? 0 : units.find(unit) + 1;  // npos + 1 is 0
  const std::size_t shift = 10 * place;
  if (error != std::errc{} || unit.size() > 1 || (place == 0 && !unit.empty()) ||
      number > std::numeric_limits<std::uint64_t>::max() >> shift)
    throw UsageError(fmt::format("{}: found '{}', expected a size such as 500K, 64M or 4G", option, text));
  return number << shift;
}

BoardSize parse_board_size(const std::string& text, const std::string& option) {
  BoardSize size;
  const std::string_view view = text;
  const auto cross = view.find('x');
  if (cross == std::string_view::npos || !size_number(view.substr(0, cross), size.width) ||
      !size_number(view.substr(cross + 1), size.height))
    throw UsageError(fmt::format("{}: found '{}', expected width x height such as 6x6", option, text));
  return size;
}

}  // namespace tesselle
