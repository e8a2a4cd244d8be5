#include "edge/repair/cell_sets.hpp"

#include <algorithm>
#include <cstdlib>

namespace tesselle::edge::repair {
namespace {

constexpr std::uint32_t pull_of_conflicts = 3;  // out of four steps of a patch, how many prefer cells in conflict
constexpr int tries_for_distance = 8;

}  // namespace

CellSets::CellSets(const ConflictBoard& board, Rng& rng)
    : board_(&board), rng_(&rng), width_(board.width()), mark_(static_cast<std::size_t>(board.cell_count())) {}

void CellSets::begin() {
  ++round_;
  set_.clear();
  in_conflict_.clear();
  for (const Cell c : board_->free_cells())
    if (board_->conflicts_at(c) > 0) in_conflict_.push_back(c);
}

void CellSets::add(Cell c) {
  mark_[static_cast<std::size_t>(c)] = round_;
  set_.push_back(c);
}

CellSets::Cell CellSets::seed_cell() { return any_of(in_conflict_.empty() ? board_->free_cells() : in_conflict_); }

const std::vector<CellSets::Cell>& CellSets::apart() {
  begin();
  std::vector<Cell> order = board_->free_cells();
  rng_->shuffle(std::span(order));
  rng_->shuffle(std::span(in_conflict_));
  in_conflict_.insert(in_conflict_.end(), order.begin(), order.end());
  for (const Cell c : in_conflict_) {
    bool touches = chosen(c);
    for (int side = 0; side < 4; ++side) {
      const Cell next = board_->neighbour(c, side);
      touches |= next != ConflictBoard::none && chosen(next);
    }
    if (!touches) add(c);
  }
  return set_;
}

void CellSets::grow_from(Cell seed, std::size_t more) {
  const std::size_t first = set_.size();
  const std::size_t size = first + more;
  if (may_add(seed)) add(seed);
  while (set_.size() < size) {
    fringe_.clear();
    for (std::size_t i = first; i < set_.size(); ++i)
      for (int side = 0; side < 4; ++side)
        if (const Cell next = board_->neighbour(set_[i], side); may_add(next)) fringe_.push_back(next);
    if (fringe_.empty()) return;
    Cell next = any_of(fringe_);
    if (rng_->below(4) < pull_of_conflicts)
      for (int i = 0; i < 4 && board_->conflicts_at(next) == 0; ++i) next = any_of(fringe_);
    add(next);
  }
}

const std::vector<CellSets::Cell>& CellSets::cluster(std::size_t size) {
  begin();
  grow_from(seed_cell(), size);
  return set_;
}

int CellSets::distance(Cell a, Cell b) const {
  return std::abs(a / width_ - b / width_) + std::abs(a % width_ - b % width_);
}

const std::vector<CellSets::Cell>& CellSets::two_clusters(std::size_t size) {
  begin();
  const Cell first = seed_cell();
  Cell second = seed_cell();
  for (int i = 0; i < tries_for_distance; ++i)
    if (const Cell other = seed_cell(); distance(first, other) > distance(first, second)) second = other;
  grow_from(first, size / 2);
  grow_from(second, size - size / 2);
  return set_;
}

const std::vector<CellSets::Cell>& CellSets::cluster_and_donors(std::size_t size) {
  begin();
  grow_from(seed_cell(), size / 2);
  invite_donors(size);
  return set_;
}

void CellSets::invite_donors(std::size_t size) {
  const std::vector<Cell> patch = set_;
  for (std::size_t i = 0; i < 4 * size && set_.size() < size; ++i) {
    const Cell needy = any_of(patch);
    const Cell donor = any_of(board_->cells_of_kind(board_->kind_of(needy)));
    const bool would_fit = board_->best_turn(needy, board_->piece_at(donor)).cost < board_->conflicts_at(needy);
    if (may_add(donor) && would_fit) grow_from(donor, std::min<std::size_t>(size - set_.size(), 1 + rng_->below(3)));
  }
}

}  // namespace tesselle::edge::repair
