#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edge/backtrack/fitting_table.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge {

/// The board filled cell by cell in a fixed order; hinted cells are filled before the search and not in the order.
/// Which sides of a cell have something to fit against when its turn comes is known beforehand.
/// A SearchSpace (engine/tree_search.hpp).
class BoardSpace {
 public:
  /// `order`: the cells, each once; hinted ones are skipped.
  BoardSpace(const EdgePuzzle& puzzle, const std::vector<Square>& order);

  std::uint32_t depth_limit() const { return static_cast<std::uint32_t>(steps_.size()); }
  int pieces_placed() const { return static_cast<int>(puzzle_.hints.size() + depth_); }
  bool solved() const { return hints_fit_ && depth_ == steps_.size(); }
  Solution solution() const;

  std::uint32_t open() {
    if (!hints_fit_ || depth_ == steps_.size()) return 0;
    const Step& step = steps_[depth_];
    const PackedSides wanted = wanted_at(step);
    const FittingTable::Range range = table_.fitting(step.north_known ? colour_in(wanted, Side::north) : table_.open(),
                                                     step.west_known ? colour_in(wanted, Side::west) : table_.open());
    nodes_[depth_] = {wanted, range.first, 0};
    return range.count;
  }
  void close() {}

  bool take(std::uint32_t candidate) {
    const Step& step = steps_[depth_];
    Node& node = nodes_[depth_];
    const TurnedKind& turned = table_[node.first + candidate];
    if (copies_left_[turned.kind] == 0 || (turned.sides & step.known) != node.wanted) return false;
    --copies_left_[turned.kind];
    asks_[step.cell] = turned.asks;
    node.taken = node.first + candidate;
    ++depth_;
    return true;
  }

  void undo() { ++copies_left_[table_[nodes_[--depth_].taken].kind]; }

 private:
  /// One cell's turn. `known` masks the sides that must fit: a filled cell or the frame is there.
  struct Step {
    std::uint32_t cell = 0;
    std::array<std::uint32_t, 4> neighbours{};
    PackedSides known = 0;
    bool north_known = false, west_known = false;
  };
  struct Node {
    PackedSides wanted = 0;
    std::uint32_t first = 0;  ///< of its candidates in the table
    std::uint32_t taken = 0;  ///< index into the table
  };

  PackedSides wanted_at(const Step& step) const {
    PackedSides wanted = 0;
    for (const Side side : all_sides)
      wanted |= asks_[step.neighbours[static_cast<std::size_t>(side)]] & lane_mask(side);
    return wanted & step.known;
  }

  Step make_step(Square square, const std::vector<bool>& filled) const;
  bool place_hints();

  EdgePuzzle puzzle_;
  PieceKinds kinds_;
  FittingTable table_;
  std::vector<Step> steps_;
  std::vector<Node> nodes_;       ///< per depth
  std::vector<int> copies_left_;  ///< per kind
  std::vector<PackedSides>
      asks_;  ///< per cell, stale where the cell is empty; the last one is the frame around the board
  std::uint32_t depth_ = 0;
  bool hints_fit_ = true;
};

}  // namespace tesselle::edge
