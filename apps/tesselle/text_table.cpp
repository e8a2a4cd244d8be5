#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/readable.hpp"

namespace tesselle {

std::string number_text(double value) {
  if (std::isinf(value)) return "never";
  if (std::abs(value) >= 10'000) value = std::round(value);
  if (value == std::floor(value))
    return (value < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::min(std::abs(value), 1e18)));
  return fmt::format("{:.{}f}", value, std::abs(value) >= 100 ? 1 : std::abs(value) >= 1 ? 2 : 4);
}

std::string number_text(const std::optional<double>& value) { return value ? number_text(*value) : "-"; }

void print_columns(const std::vector<std::vector<std::string>>& table, std::size_t left) {
  std::vector<std::size_t> widths(table.front().size());
  for (const auto& row : table)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  for (const auto& row : table) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += c < left ? fmt::format("{:<{}}  ", row[c], widths[c]) : fmt::format("{:>{}}  ", row[c], widths[c]);
    line.resize(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", printable(line));
  }
}

}  // namespace tesselle
