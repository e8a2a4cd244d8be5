#pragma once

#include <span>
#include <utility>
#include <vector>

#include "packing/tables/placements.hpp"

namespace tesselle::packing {

/// How many pieces a board holds, and how many cells they cover: more of the first is better, then more of the second.
using Packed = std::pair<std::uint32_t, std::uint32_t>;

/// Branch and bound over all packings. The cells are decided one after the other: the first one that is undecided is
/// covered by one of the placements that fit, or given up. A branch is left when the pieces that there are, the
/// smallest first, could not make it better even if every undecided cell were filled.
///
/// A decision is a number: the place in the list of placements that begin at the cell, or the length of that list for
/// giving the cell up. So the path from the root is a list of numbers, and can be saved.
class MostPieces {
 public:
  explicit MostPieces(PlacementTable table);

  /// Makes the next decision that is not refuted; false if there is none, and everything was searched.
  bool decide();
  /// All cells are decided, and the board is better than every one before; then it is best().
  bool found_better() const { return found_better_; }

  std::span<const std::uint32_t> placed() const { return placed_; }
  const std::vector<std::uint32_t>& best() const { return best_; }
  std::uint32_t depth() const { return static_cast<std::uint32_t>(path_.size()); }
  const PlacementTable& table() const { return table_; }

  /// Where the search is: the decisions made, and the next one to try below them.
  struct Place {
    std::vector<std::uint32_t> choices;
    std::uint32_t next = 0;
    std::vector<std::uint32_t> best;
    bool has_best = false;
  };
  Place place() const;
  /// False if there is no such place.
  bool go_to(const Place& place);

 private:
  struct Decision {
    std::uint32_t cell = 0, choice = 0;
  };

  bool fits(std::uint32_t placement) const;
  bool is_possible(std::uint32_t choice) const;  ///< at cell_
  void put(std::uint32_t placement);
  void take_back(std::uint32_t placement);
  void make(Decision decision);
  void undo_last();
  std::uint32_t first_undecided(std::uint32_t from) const;
  bool can_be_better() const;
  void keep_as_best();
  bool is_legal_set(const std::vector<std::uint32_t>& placements) const;
  Packed value() const { return {static_cast<std::uint32_t>(placed_.size()), covered_}; }

  PlacementTable table_;
  std::vector<std::vector<std::uint32_t>> begin_at_;  ///< per cell: placements whose first cell it is, small ones first
  std::vector<int> left_;                             ///< per class: copies not used yet
  std::vector<std::uint32_t> by_size_;                ///< classes, small ones first
  std::vector<std::uint8_t> decided_;                 ///< per cell
  std::uint32_t undecided_ = 0, covered_ = 0, cell_ = 0;
  std::uint32_t next_ = 0;  ///< the choice to try next at cell_
  std::vector<Decision> path_;
  std::vector<std::uint32_t> placed_, best_;
  Packed best_value_{0, 0};
  bool has_best_ = false, found_better_ = false;
};

}  // namespace tesselle::packing
