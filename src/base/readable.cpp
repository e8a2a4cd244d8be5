#include "base/readable.hpp"

#include <fmt/format.h>

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

}  // namespace tesselle
