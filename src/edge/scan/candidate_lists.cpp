#include "edge/scan/candidate_lists.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace tesselle::edge::scan {

CandidateLists::CandidateLists(const Plan& plan)
    : by_pairs_(plan.puzzle.mate.size() <= max_colours_for_pairs),
      colours_(static_cast<std::uint32_t>(plan.puzzle.mate.size())),
      begin_{0} {
  std::map<CellNeed, std::uint32_t> known;
  for (const Plan::Turn& turn : plan.turns) {
    const auto [entry, is_new] = known.try_emplace(turn.need, static_cast<std::uint32_t>(classes_.size()));
    if (is_new) classes_.push_back(add_class(plan, turn.need));
    class_of_depth_.push_back(entry->second);
  }
  if (plan.pin_deadline) {
    CellNeed need = plan.turns[*plan.pin_deadline].need;
    need.pinned_only = true;
    deadline_class_ = add_class(plan, need);
  }
}

CandidateLists::Class CandidateLists::add_class(const Plan& plan, const CellNeed& need) {
  const unsigned asking = asking_sides(need);
  const auto sides = sides_in(asking);
  const int indexed = std::min(std::popcount(asking), by_pairs_ ? 2 : 1);
  const Class result{static_cast<std::uint32_t>(begin_.size() - 1), indexed == 2 ? colours_ : 1};

  std::vector<std::vector<std::uint32_t>> lists(indexed == 0 ? 1 : std::size_t{result.stride} * colours_);
  for (std::uint32_t value = 0; value < plan.values.size(); ++value) {
    if (!plan.may_be_placed(plan.values[value], need)) continue;
    const Sides& shown = plan.values[value].sides;
    std::size_t list = 0;
    if (indexed > 0) list = shown[sides[0]].index() * result.stride;
    if (indexed > 1) list += shown[sides[1]].index();
    lists[list].push_back(value);
  }
  for (const auto& list : lists) {
    values_.insert(values_.end(), list.begin(), list.end());
    begin_.push_back(static_cast<std::uint32_t>(values_.size()));
  }
  return result;
}

}  // namespace tesselle::edge::scan
