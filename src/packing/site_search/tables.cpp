#include "packing/site_search/tables.hpp"

#include <algorithm>
#include <bit>

#include "base/errors.hpp"

namespace tesselle::packing::tiling {
namespace {

/// Room for windows and for any shape that covers a cell at the rim.
int margin_for(const PackingPuzzle& puzzle) {
  int reach = 0;
  for (const PackingPiece& piece : puzzle.pieces) {
    int x = 0, y = 0;
    for (const Cell& cell : piece.cells) x = std::max(x, cell.x), y = std::max(y, cell.y);
    reach = std::max(reach, x + y + 2);
  }
  return reach + 5;
}

const PackingPuzzle& checked(const PackingPuzzle& puzzle) {
  if (!puzzle.optional_cells.empty()) throw UsageError("this engine needs every cell of the region to be covered");
  bool halves = made_of_halves(puzzle.region);
  for (const PackingPiece& piece : puzzle.pieces) halves = halves && made_of_halves(piece.cells);
  if (!halves) throw UsageError("this engine needs a region and pieces made of half triangles");
  return puzzle;
}

}  // namespace

TilingTables::TilingTables(const PackingPuzzle& puzzle)
    : TilingTables(checked(as_drafter_puzzle(puzzle)), margin_for(puzzle)) {}

TilingTables::TilingTables(PackingPuzzle drafter, int margin)
    : puzzle_(std::move(drafter)),
      grid_(puzzle_.region, margin),
      shapes_(puzzle_, grid_),
      region_(grid_.board_of(puzzle_.region)),
      kind_of_piece_(puzzle_.pieces.size()) {
  if (grid_.stride() > 255 || grid_.rows() > 255) throw UsageError("the region is too wide for this engine");
  for (std::size_t k = 0; k < shapes_.pieces().size(); ++k) {
    copies_.push_back(shapes_.pieces()[k].max_copies);
    required_.push_back(shapes_.pieces()[k].min_copies);
    for (const PieceId member : shapes_.pieces()[k].members) kind_of_piece_[member.index()] = k;
  }
  for (const PackingPlacement& hint : puzzle_.hints) {
    const Spot spot = spot_of(hint);
    if (!shapes_.fits(region_, spot)) throw UsageError("a hint does not fit");
    shapes_.flip(region_, spot);
    --copies_[kind_of_piece_[hint.piece.index()]];
    --required_[kind_of_piece_[hint.piece.index()]];
  }
}

std::vector<Cell> TilingTables::cells(Spot spot) const {
  const Cell offset{grid_.x_of(spot.position), grid_.y_of(spot.position), 0};
  std::vector<Cell> result;
  for (const Cell& cell : shapes_.cells(spot.shape)) result.push_back(cell + offset);
  return result;
}

Spot TilingTables::spot_of(const PackingPlacement& how) const {
  const auto& shape = puzzle_.pieces[how.piece.index()].cells;
  const auto lying = placed(puzzle_.grid(), shape, how.orientation, how.offset);
  const auto normal = normalised(puzzle_.grid(), lying);
  const Cell offset = lying.front() - normal.front();
  for (std::size_t s = 0; s < shapes_.size(); ++s)
    if (shapes_[s].piece == kind_of_piece_[how.piece.index()] && shapes_.cells(s) == normal)
      return {static_cast<std::uint16_t>(s), grid_.block(offset.x, offset.y)};
  throw UsageError("a piece lies in a way that it may not");
}

PackingPlacement TilingTables::placement(PieceId piece, const std::vector<Cell>& cells) const {
  const PackingPiece& shape = puzzle_.pieces[piece.index()];
  for (const int symmetry : allowed_orientations(puzzle_, shape)) {
    const auto turned = placed(puzzle_.grid(), shape.cells, symmetry, {});
    const Cell offset = cells.front() - turned.front();
    if (offset.z == 0 && placed(puzzle_.grid(), shape.cells, symmetry, offset) == cells)
      return {piece, symmetry, offset};
  }
  throw InternalError("two pieces of one kind have no common orientation");
}

Position TilingTables::after(std::span<const Spot> spots) const {
  Position position{region_, copies_};
  for (const Spot& spot : spots) {
    shapes_.flip(position.board, spot);
    --position.copies[shapes_[spot.shape].piece];
  }
  return position;
}

PackingLayout TilingTables::layout(std::span<const Spot> spots) const {
  std::vector<int> left;
  for (const PackingPiece& piece : puzzle_.pieces) left.push_back(piece.max_copies);
  for (const PackingPlacement& hint : puzzle_.hints) --left[hint.piece.index()];
  PackingLayout result{puzzle_.hints};
  for (const Spot& spot : spots) {
    const auto& members = shapes_.pieces()[shapes_[spot.shape].piece].members;
    const auto free = std::find_if(members.begin(), members.end(), [&](PieceId p) { return left[p.index()] > 0; });
    if (free == members.end()) throw InternalError("a tiling uses more copies of a piece than there are");
    --left[free->index()];
    result.placements.push_back(placement(*free, cells(spot)));
  }
  return result;
}

int free_sectors(const Board& board) {
  int count = 0;
  for (const std::uint8_t byte : board.free) count += std::popcount(byte);
  return count;
}

}  // namespace tesselle::packing::tiling
