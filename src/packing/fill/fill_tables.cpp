#include "packing/fill/fill_tables.hpp"

#include <algorithm>
#include <utility>

#include "packing/fill/fill_kernels.hpp"
#include "packing/fill/fill_order.hpp"

namespace tesselle::packing {

FillTables::FillTables(FillProblem problem, std::size_t words_per_state)
    : problem_(std::move(problem)), words_per_state_(words_per_state) {
  const std::vector<std::uint32_t> place = fill_order(problem_.puzzle);
  std::vector<std::vector<std::uint32_t>> by_list(table().required_cells + 1);
  states_.resize(table().placements.size() * words_per_state);
  for (std::uint32_t p = 0; p < table().placements.size(); ++p) {
    const auto take = [&](std::size_t bit) {
      states_[p * words_per_state_ + bit / 64] |= std::uint64_t{1} << bit % 64;
    };
    std::uint32_t first = table().required_cells;
    for (const std::uint32_t cell : table().placements[p].cells) {
      take(place[cell]);
      first = std::min(first, place[cell]);
    }
    take(class_bit(table().placements[p].piece_class));
    by_list[first].push_back(p);
  }
  for (const auto& members : by_list) add_list(members);
}

void FillTables::add_list(const std::vector<std::uint32_t>& members) {
  const List list{words_.size(), (members.size() + fill_padding - 1) / fill_padding * fill_padding, placements_.size()};
  for (std::size_t w = 0; w < words_per_state_; ++w) {
    const std::uint64_t never = always_taken() / 64 == w ? std::uint64_t{1} << always_taken() % 64 : 0;
    for (const std::uint32_t member : members) words_.push_back(state(member)[w]);
    words_.resize(list.words + (w + 1) * list.length, never);
  }
  placements_.insert(placements_.end(), members.begin(), members.end());
  lists_.push_back(list);
}

Solution FillTables::solution(std::span<const std::uint32_t> chosen) const {
  return {layout_of(problem_.puzzle, problem_.table, chosen)};
}

}  // namespace tesselle::packing
