#include "search/fits.hpp"

#include <algorithm>
#include <map>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t max_tries = 200'000'000;  // cells looked at: about a second

using FitVisitor = std::function<void(const Fit&)>;

/// May the frame's colour be inside? Not if the rim needs every side that has it.
bool frame_stays_outside(const EdgePuzzle& puzzle) {
  if (!puzzle.frame) return false;
  std::ptrdiff_t sides = 0;
  for (const Sides& piece : puzzle.pieces) sides += std::count(piece.begin(), piece.end(), *puzzle.frame);
  return sides == 2 * (puzzle.width + puzzle.height);
}

class EdgeFitter {
 public:
  EdgeFitter(const EdgePuzzle& puzzle, const EdgeBoard& board)
      : puzzle_(puzzle), board_(board), used_(puzzle.pieces.size()), frame_outside_(frame_stays_outside(puzzle)) {
    for (const auto& placed : board.cells)
      if (placed) used_[placed->piece.index()] = true;
  }

  void visit_all(const FitVisitor& visit) const {
    for (std::size_t cell = 0; cell < board_.cells.size(); ++cell)
      if (!board_.cells[cell]) visit_cell(cell, visit);
  }

 private:
  void visit_cell(std::size_t cell, const FitVisitor& visit) const {
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      if (used_[p]) continue;
      const Sides& piece = puzzle_.pieces[p];
      for (int rotation = 0; rotation < 4; ++rotation) {
        if (rotation > 0 && rotated(piece, rotation) == piece) break;  // from here on they repeat
        if (!fits(Square(cell), rotated(piece, rotation))) continue;
        const Placed placed{PieceId(p), static_cast<std::uint8_t>(rotation)};
        visit({EdgeHint{Square(cell), placed}, PieceId(p), std::span(&cell, 1)});
      }
    }
  }

  bool fits(Square square, const Sides& sides) const {
    for (const Side side : all_sides) {
      const Colour colour = sides[static_cast<std::size_t>(side)];
      const auto other = neighbour(puzzle_, square, side);
      if (!other) {
        if (puzzle_.frame && colour != *puzzle_.frame) return false;
        continue;
      }
      if (frame_outside_ && colour == *puzzle_.frame) return false;
      const auto& there = board_.cells[other->index()];
      if (!there) continue;
      const Sides theirs = rotated(puzzle_.pieces[there->piece.index()], there->rotation);
      if (!puzzle_.fits(colour, theirs[static_cast<std::size_t>(opposite(side))])) return false;
    }
    return true;
  }

  const EdgePuzzle& puzzle_;
  const EdgeBoard& board_;
  std::vector<bool> used_;
  bool frame_outside_;
};

class PackingFitter {
 public:
  PackingFitter(const PackingPuzzle& puzzle, const PackingLayout& layout)
      : puzzle_(puzzle), cells_(puzzle), free_(cells_.size(), true), left_(puzzle.pieces.size()) {
    for (std::size_t p = 0; p < left_.size(); ++p) left_[p] = puzzle.pieces[p].max_copies;
    for (const PackingPlacement& placement : layout.placements) {
      --left_[placement.piece.index()];
      const PackingPiece& piece = puzzle.pieces[placement.piece.index()];
      for (const Cell& cell : placed(puzzle.grid(), piece.cells, placement.orientation, placement.offset))
        if (const auto number = cells_.find(cell)) free_[*number] = false;
    }
  }

  void visit_all(const FitVisitor& visit) {
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p)
      if (left_[p] > 0)
        for (const Orientation& orientation : distinct_orientations(puzzle_, puzzle_.pieces[p]))
          visit_orientation(PieceId(p), orientation, visit);
  }

 private:
  void visit_orientation(PieceId piece, const Orientation& orientation, const FitVisitor& visit) {
    // An orientation's cells are moved to the corner; placements count from where the symmetry leaves them.
    const Lattice& grid = puzzle_.grid();
    const Cell first = orientation.cells.front();
    const Cell unmoved = placed(grid, puzzle_.pieces[piece.index()].cells, orientation.symmetry, Cell{}).front();
    const bool layers = puzzle_.lattice == LatticeKind::cube;
    for (std::size_t anchor = 0; anchor < cells_.size(); ++anchor) {
      if (!free_[anchor] || (!layers && cells_[anchor].z != first.z)) continue;
      tries_ += orientation.cells.size();
      if (tries_ > max_tries) throw UsageError("the puzzle is too large for this");
      if (!covers(orientation.cells, cells_[anchor] - first)) continue;
      const Cell offset = cells_[anchor] - unmoved;
      visit({PackingPlacement{piece, orientation.symmetry, offset}, piece, covered_});
    }
  }

  bool covers(const std::vector<Cell>& shape, Cell shift) {
    covered_.clear();
    for (const Cell& cell : shape) {
      const auto number = cells_.find(cell + shift);
      if (!number || !free_[*number]) return false;
      covered_.push_back(*number);
    }
    return true;
  }

  const PackingPuzzle& puzzle_;
  PackingCells cells_;
  std::vector<bool> free_;
  std::vector<int> left_;  // copies
  std::vector<std::size_t> covered_;
  std::size_t tries_ = 0;
};

std::vector<bool> empty_cells(const Puzzle& puzzle, const Solution& board) {
  std::vector<bool> empty(cell_count(puzzle), true);
  if (puzzle.family() == Family::edge) {
    for (std::size_t cell = 0; cell < empty.size(); ++cell) empty[cell] = !board.edge().cells[cell];
    return empty;
  }
  const PackingPuzzle& body = puzzle.packing();
  const PackingCells cells(body);
  for (const PackingPlacement& placement : board.packing().placements)
    for (const Cell& cell :
         placed(body.grid(), body.pieces[placement.piece.index()].cells, placement.orientation, placement.offset))
      if (const auto number = cells.find(cell)) empty[*number] = false;
  return empty;
}

}  // namespace

void for_each_fit(const Puzzle& puzzle, const Solution& board, const FitVisitor& visit) {
  if (puzzle.family() == Family::packing) return PackingFitter(puzzle.packing(), board.packing()).visit_all(visit);
  if (board.edge().cells.size() * puzzle.edge().pieces.size() > max_tries / 16)
    throw UsageError("the puzzle is too large for this");
  EdgeFitter(puzzle.edge(), board.edge()).visit_all(visit);
}

std::vector<CellFits> count_fits(const Puzzle& puzzle, const Solution& board, const FitFilter& filter) {
  const std::vector<bool> empty = empty_cells(puzzle, board);
  std::vector<CellFits> counts(empty.size());
  std::vector<std::optional<PieceId>> last(empty.size());  // fits come piece by piece at every cell
  for_each_fit(puzzle, board, [&](const Fit& fit) {
    if (filter && !filter(fit)) return;
    for (const std::size_t cell : fit.cells) {
      ++counts[cell].placements;
      if (last[cell] != fit.piece) ++counts[cell].pieces, last[cell] = fit.piece;
    }
  });
  std::vector<CellFits> result;
  const std::size_t required = puzzle.family() == Family::edge ? empty.size() : puzzle.packing().region.size();
  for (std::size_t cell = 0; cell < empty.size(); ++cell) {
    if (!empty[cell]) continue;
    counts[cell].cell = cell;
    counts[cell].must_be_covered = cell < required;
    result.push_back(counts[cell]);
  }
  return result;
}

std::vector<Placement> fits_at(const Puzzle& puzzle, const Solution& board, std::size_t cell, const FitFilter& filter) {
  std::vector<Placement> found;
  for_each_fit(puzzle, board, [&](const Fit& fit) {
    const bool here = std::find(fit.cells.begin(), fit.cells.end(), cell) != fit.cells.end();
    if (here && (!filter || filter(fit))) found.push_back(fit.placement);
  });
  return found;
}

std::vector<ShownColour> shown_colours(const EdgePuzzle& puzzle, std::span<const Placement> fits, Side side) {
  std::map<Colour, std::size_t> counts;
  for (const Placement& fit : fits) {
    const Placed& placed = std::get<EdgeHint>(fit).placed;
    ++counts[rotated(puzzle.pieces[placed.piece.index()], placed.rotation)[static_cast<std::size_t>(side)]];
  }
  std::vector<ShownColour> shown;
  for (const auto& [colour, placements] : counts) shown.push_back({colour, placements});
  return shown;
}

}  // namespace tesselle
