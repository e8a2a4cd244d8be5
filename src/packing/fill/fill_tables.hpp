#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "packing/tables/placements.hpp"
#include "packing/tables/symmetry_chain.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing {

/// What the fill search is made from.
struct FillProblem {
  PackingPuzzle puzzle;
  PlacementTable table;
  SymmetryChain chain;

  /// Bits that a state needs: cells, classes, and one that is always taken.
  std::size_t state_bits() const { return table.all_cells + table.classes.size() + 1; }
};

/// The states of all placements, and lists of those that come into question for each cell. Independent of the kernels,
/// so compiled once.
class FillTables {
 public:
  /// The placements whose first required cell is this one. The last list: those that have none.
  struct List {
    std::size_t words = 0;            ///< where its columns start in words()
    std::size_t length = 0;           ///< of a column, padding included
    std::size_t first_placement = 0;  ///< where its placements start
  };

  FillTables(FillProblem problem, std::size_t words_per_state);

  const PlacementTable& table() const { return problem_.table; }
  const SymmetryChain& chain() const { return problem_.chain; }
  /// What a placement takes: its cells and its class.
  const std::uint64_t* state(std::uint32_t placement) const { return states_.data() + placement * words_per_state_; }
  /// By required cell in the order of filling, then the optional placements.
  const List& list(std::size_t cell) const { return lists_[cell]; }
  /// Of the lists, in columns.
  const std::uint64_t* words() const { return words_.data(); }
  std::uint32_t placement(const List& list, std::size_t position) const {
    return placements_[list.first_placement + position];
  }

  std::uint32_t class_bit(int piece_class) const { return table().all_cells + static_cast<std::uint32_t>(piece_class); }
  std::uint32_t always_taken() const { return class_bit(static_cast<int>(table().classes.size())); }
  Solution solution(std::span<const std::uint32_t> chosen) const;

 private:
  void add_list(const std::vector<std::uint32_t>& members);

  FillProblem problem_;
  std::size_t words_per_state_;
  std::vector<std::uint64_t> states_;
  std::vector<List> lists_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> placements_;
};

}  // namespace tesselle::packing
