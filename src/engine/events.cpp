#include "tesselle/events.hpp"

#include <array>

namespace tesselle {

std::string_view status_name(Status status) {
  constexpr std::array<std::string_view, 4> names = {"solved", "exhausted", "limit", "stopped"};
  return names.at(static_cast<std::size_t>(status));
}

std::string_view goal_name(Goal goal) {
  constexpr std::array<std::string_view, 4> names = {"first", "all", "count", "best"};
  return names.at(static_cast<std::size_t>(goal));
}

std::string_view version() { return TESSELLE_VERSION; }

}  // namespace tesselle
