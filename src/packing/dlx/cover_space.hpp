#pragma once

#include <cstdint>
#include <vector>

#include "packing/dlx/dancing_links.hpp"
#include "packing/tables/placements.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing {

/// A packing puzzle as an exact cover. A SearchSpace (engine/tree_search.hpp).
///
/// Options are placements. Items are the cells, the optional ones secondary, and one item per class of congruent
/// pieces, which is covered when the last copy has been used. A class that must be used exactly once is primary and
/// may be branched on; a class with several copies never is, because each of its copies could play the part, so
/// that every set of placements is reached along exactly one path.
///
/// When all primary items are covered, what is left covers optional cells only and may stay out. Such placements
/// are added in ascending order, so again each set is met once; each one that uses enough copies is a solution.
class CoverSpace {
 public:
  explicit CoverSpace(const PackingPuzzle& puzzle);

  std::uint32_t depth_limit() const;
  int pieces_placed() const { return static_cast<int>(table_.forced.size() + chosen_.size()); }
  bool solved() const { return solved_; }
  Solution solution() const { return {layout_of(puzzle_, table_, chosen_)}; }

  std::uint32_t open();
  void close();
  bool take(std::uint32_t candidate);
  void undo();

 private:
  /// An open node of the tree.
  struct Node {
    std::uint32_t item = DancingLinks::none;  ///< branched on, and covered; none if only optional cells are left
    std::uint32_t first_candidate = 0;        ///< its candidates are the last ones of `candidates_`
  };

  /// Which item stands for what: required cells, classes needed exactly once, optional cells, other classes.
  struct Items {
    explicit Items(const PlacementTable& table);
    std::uint32_t primary = 0, all = 0;
    std::vector<std::uint32_t> of_cell, of_class;
  };

  void add_options();
  /// Covers, and takes back, what a placement uses up; its node has already covered `branch_item`.
  void place(std::uint32_t placement, std::uint32_t branch_item);
  void unplace(std::uint32_t placement, std::uint32_t branch_item);
  bool uses_up(std::uint32_t placement, std::uint32_t item) const;
  bool can_use_enough() const;
  bool uses_enough() const;
  void list_optional_placements();

  PackingPuzzle puzzle_;
  PlacementTable table_;
  Items items_;
  DancingLinks links_;
  std::vector<int> used_;                  ///< per class
  std::vector<std::uint32_t> chosen_;      ///< placements of the path, without the hints
  std::vector<Node> nodes_;                ///< root to current
  std::vector<std::uint32_t> candidates_;  ///< of all open nodes, one after the other
  bool solved_ = false;
};

}  // namespace tesselle::packing
