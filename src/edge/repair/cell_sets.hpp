#pragma once

#include <span>
#include <vector>

#include "base/rng.hpp"
#include "edge/local_search/conflict_board.hpp"

namespace tesselle::edge::repair {

/// Draws the sets of cells that are filled anew. Locked cells are never among them, and cells in conflict come first.
class CellSets {
 public:
  using Cell = ConflictBoard::Cell;

  CellSets(const ConflictBoard& board, Rng& rng);

  /// Cells of which no two touch; no free cell could be added.
  const std::vector<Cell>& apart();
  /// A patch around a cell in conflict, growing towards other conflicts.
  const std::vector<Cell>& cluster(std::size_t size);
  /// Two patches around two conflicts that are far from each other, so that pieces can change sides.
  const std::vector<Cell>& two_clusters(std::size_t size);
  /// A patch, and the places of pieces that would cost less on one of its cells than the piece there does.
  const std::vector<Cell>& cluster_and_donors(std::size_t size);

 private:
  void begin();
  void add(Cell c);
  bool may_add(Cell c) const { return c != ConflictBoard::none && !board_->is_locked(c) && !chosen(c); }
  bool chosen(Cell c) const { return mark_[static_cast<std::size_t>(c)] == round_; }
  Cell seed_cell();
  Cell any_of(std::span<const Cell> cells) { return cells[rng_->below(static_cast<std::uint32_t>(cells.size()))]; }
  void grow_from(Cell seed, std::size_t more);
  void invite_donors(std::size_t size);
  int distance(Cell a, Cell b) const;

  const ConflictBoard* board_;
  Rng* rng_;
  int width_;
  std::vector<Cell> set_, fringe_, in_conflict_;
  std::vector<std::uint32_t> mark_;
  std::uint32_t round_ = 0;
};

}  // namespace tesselle::edge::repair
