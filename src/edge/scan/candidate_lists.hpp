#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edge/tables/plan.hpp"

namespace tesselle::edge::scan {

/// A colour as tables hold it. Where it stands in memory for a side of a cell, it is what that side must show.
using Ask = std::uint16_t;

/// Up to this many colours lists are indexed by two neighbours; beyond, by one, so that the tables stay small.
constexpr std::uint32_t max_colours_for_pairs = 1024;

/// For every cell of the plan, the values that may be placed there, by the colours that its filled neighbours ask for.
///
/// The neighbours that a list is chosen by are the first two of the sides (North, East, South, West) whose neighbour
/// is filled earlier; whether a value fits the others too has to be looked at. A list is as long as the puzzle makes
/// it, used pieces included, so a number in it means the same throughout the search.
class CandidateLists {
 public:
  explicit CandidateLists(const Plan& plan);

  /// The lists of one class of cells: list i is values(first + i).
  struct Class {
    std::uint32_t first = 0;
    std::uint32_t stride = 1;  ///< of the first colour, if two choose the list
  };
  const Class& class_of(std::uint32_t depth) const { return classes_[class_of_depth_[depth]]; }
  /// At Plan::pin_deadline, if the pinned kind is left.
  const Class& deadline_class() const { return deadline_class_; }

  /// Indices into Plan::values, ascending.
  std::span<const std::uint32_t> values(std::uint32_t list) const {
    return {values_.data() + begin_[list], values_.data() + begin_[list + 1]};
  }
  bool by_pairs() const { return by_pairs_; }

 private:
  Class add_class(const Plan& plan, const CellNeed& need);

  bool by_pairs_;
  std::uint32_t colours_;
  std::vector<Class> classes_;
  Class deadline_class_;
  std::vector<std::uint32_t> class_of_depth_;
  std::vector<std::uint32_t> begin_;  ///< per list, and one more
  std::vector<std::uint32_t> values_;
};

/// The sides of `sides` (as bits) in order.
constexpr std::array<std::size_t, 4> sides_in(unsigned sides) {
  std::array<std::size_t, 4> result{};
  std::size_t count = 0;
  for (std::size_t s = 0; s < 4; ++s)
    if (sides >> s & 1) result[count++] = s;
  return result;
}

/// Which sides of the cell ask a neighbour, as bits.
constexpr unsigned asking_sides(const CellNeed& need) {
  unsigned result = 0;
  for (const Side side : all_sides) result |= unsigned{need.asks_neighbour(side)} << static_cast<int>(side);
  return result;
}

}  // namespace tesselle::edge::scan
