#include "verify/brute_force.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

struct OutOfPatience {};

/// What both searches share: the boards found and the patience left.
class BruteForce {
 public:
  BruteForce(const Puzzle& puzzle, std::uint64_t patience) : puzzle_(puzzle), group_(puzzle), patience_(patience) {}
  Boards take() { return std::move(boards_); }

 protected:
  void look() {
    if (patience_-- == 0) throw OutOfPatience{};
  }
  void keep_if_solved(const Solution& solution) {
    if (verify(puzzle_, solution).solves()) boards_.emplace(group_.key(solution), solution);
  }

 private:
  const Puzzle& puzzle_;
  SymmetryGroup group_;
  std::uint64_t patience_;
  Boards boards_;
};

/// Fills the cells in order with every unused piece in every rotation that breaks no rule with the cells before it.
class EdgeBruteForce : BruteForce {
 public:
  EdgeBruteForce(const Puzzle& puzzle, std::uint64_t patience) : BruteForce(puzzle, patience), puzzle_(puzzle.edge()) {
    board_.cells.resize(puzzle_.cell_count());
    used_.resize(puzzle_.pieces.size());
    hinted_.resize(puzzle_.cell_count());
    for (const EdgeHint& hint : puzzle_.hints) hinted_[hint.square.index()] = shown(hint.placed);
  }

  Boards run() {
    fill(0);
    return take();
  }

 private:
  void fill(std::size_t cell) {
    if (cell == board_.cells.size()) return keep_if_solved({board_});
    std::set<Sides> tried;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p)
      for (int r = 0; r < 4 && !used_[p]; ++r)
        if (tried.insert(rotated(puzzle_.pieces[p], r)).second) put(cell, {PieceId(p), static_cast<std::uint8_t>(r)});
  }

  void put(std::size_t cell, Placed placed) {
    look();
    if (!fits(cell, shown(placed))) return;
    board_.cells[cell] = placed;
    used_[placed.piece.index()] = true;
    fill(cell + 1);
    used_[placed.piece.index()] = false;
    board_.cells[cell].reset();
  }

  Sides shown(Placed placed) const { return rotated(puzzle_.pieces[placed.piece.index()], placed.rotation); }

  bool fits(std::size_t cell, const Sides& sides) const {
    if (hinted_[cell] && *hinted_[cell] != sides) return false;
    for (const Side side : all_sides) {
      const Colour here = sides[static_cast<std::size_t>(side)];
      const auto other = neighbour(puzzle_, Square(cell), side);
      if (!other && puzzle_.frame && here != *puzzle_.frame) return false;
      if (!other || !board_.cells[other->index()]) continue;
      if (!puzzle_.fits(here, shown(*board_.cells[other->index()])[static_cast<std::size_t>(opposite(side))]))
        return false;
    }
    return true;
  }

  const EdgePuzzle& puzzle_;
  EdgeBoard board_;
  std::vector<bool> used_;
  std::vector<std::optional<Sides>> hinted_;  // per cell
};

/// Covers the first open cell with every piece in every symmetry and position inside the board that verify() accepts
/// when it is alone there; an optional cell may also be left empty for good.
class PackingBruteForce : BruteForce {
 public:
  PackingBruteForce(const Puzzle& puzzle, std::uint64_t patience)
      : BruteForce(puzzle, patience), puzzle_(puzzle.packing()), alone_(puzzle_), cells_(puzzle_.region) {
    cells_.insert(cells_.end(), puzzle_.optional_cells.begin(), puzzle_.optional_cells.end());
    alone_.optional_cells = cells_;
    alone_.region.clear();
    if (cells_.size() > 64) throw OutOfPatience{};
    candidates_.resize(cells_.size());
    for (const PackingPiece& piece : puzzle_.pieces) left_.push_back(piece.max_copies);
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p)
      for (int g = 0; g < puzzle_.grid().symmetry_count(); ++g) add_candidates(PieceId(p), g);
  }

  Boards run() {
    fill(0, 0);
    return take();
  }

 private:
  struct Candidate {
    PackingPlacement placement;
    std::uint64_t mask = 0;
  };

  void add_candidates(PieceId piece, int symmetry) {
    const auto turned = placed(puzzle_.grid(), puzzle_.pieces[piece.index()].cells, symmetry, {});
    for (const Cell& cell : cells_) {
      const PackingPlacement placement = {piece, symmetry, cell - turned.front()};
      const std::uint64_t mask = mask_of(placed(puzzle_.grid(), turned, 0, placement.offset));
      if (mask == 0 || seen_.count({piece, mask}) > 0 || !verify_packing(alone_, {{placement}}).legal()) continue;
      seen_.emplace(piece, mask);
      candidates_[static_cast<std::size_t>(std::countr_zero(mask))].push_back({placement, mask});
    }
  }

  /// 0 if one of the cells is not on the board.
  std::uint64_t mask_of(const std::vector<Cell>& cells) const {
    std::uint64_t mask = 0;
    for (const Cell& cell : cells) {
      const auto at = std::find(cells_.begin(), cells_.end(), cell);
      if (at == cells_.end()) return 0;
      mask |= std::uint64_t{1} << (at - cells_.begin());
    }
    return mask;
  }

  void fill(std::size_t cell, std::uint64_t taken) {
    while (cell < cells_.size() && (taken >> cell & 1) != 0) ++cell;
    if (cell == cells_.size()) return keep_if_solved({layout_});
    for (const Candidate& candidate : candidates_[cell])
      if ((candidate.mask & taken) == 0) put(cell, candidate, taken);
    if (cell < puzzle_.region.size()) return;
    look();
    fill(cell + 1, taken | std::uint64_t{1} << cell);
  }

  void put(std::size_t cell, const Candidate& candidate, std::uint64_t taken) {
    int& left = left_[candidate.placement.piece.index()];
    if (left == 0) return;
    look();
    --left;
    layout_.placements.push_back(candidate.placement);
    fill(cell + 1, taken | candidate.mask);
    layout_.placements.pop_back();
    ++left;
  }

  const PackingPuzzle& puzzle_;
  PackingPuzzle alone_;      // the puzzle with every cell optional: most would be open, and each would be named
  std::vector<Cell> cells_;  // region, then optional cells
  std::vector<std::vector<Candidate>> candidates_;  // by lowest cell: the others are taken when it is its turn
  std::set<std::pair<PieceId, std::uint64_t>> seen_;
  std::vector<int> left_;  // per piece: copies not used
  PackingLayout layout_;
};

}  // namespace

std::optional<Boards> try_all_boards(const Puzzle& puzzle, std::uint64_t patience) {
  try {
    if (puzzle.family() == Family::edge) return EdgeBruteForce(puzzle, patience).run();
    return PackingBruteForce(puzzle, patience).run();
  } catch (const OutOfPatience&) {
    return std::nullopt;
  }
}

Boards all_boards(const Puzzle& puzzle) {
  auto boards = try_all_boards(puzzle);
  if (!boards) throw std::runtime_error("the puzzle " + puzzle.name + " is too big for the oracle");
  return std::move(*boards);
}

std::set<SolutionKey> all_solutions(const Puzzle& puzzle) {
  std::set<SolutionKey> keys;
  for (const auto& [key, board] : all_boards(puzzle)) keys.insert(key);
  return keys;
}

std::size_t distinct_count(const Puzzle& puzzle) { return distinct_count(puzzle, all_boards(puzzle)); }

std::size_t distinct_count(const Puzzle& puzzle, const Boards& boards) {
  const SymmetryGroup group(puzzle);
  std::set<SolutionKey> counted;
  std::size_t orbits = 0;
  for (const auto& [key, board] : boards) {
    if (counted.count(key) > 0) continue;
    ++orbits;
    for (std::size_t g = 0; g < group.order(); ++g) counted.insert(group.key(group.image(g, board)));
  }
  return orbits;
}

}  // namespace tesselle
