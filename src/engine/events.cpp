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

int exit_code_of(const Finished& f) {
  constexpr int answered = 0, none = 1, limit = 3;
  if (f.goal == Goal::best && f.best) return f.target && f.best->score < *f.target ? limit : answered;
  if (f.status == Status::solved) return answered;
  if (f.status == Status::exhausted)
    return f.solutions > 0 || (f.exact_solutions && f.exact_solutions->small() != 0) ? answered : none;
  return f.goal == Goal::first && f.solutions > 0 ? answered : limit;
}

std::string_view version() { return TESSELLE_VERSION; }

}  // namespace tesselle
