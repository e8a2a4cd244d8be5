#include "packing/site_search/tables.hpp"

#include <algorithm>
#include <bit>

#include "tesselle/errors.hpp"

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

/// How often each piece may and must still be used.
class Supply {
 public:
  /// The hinted copies are used already.
  explicit Supply(const PackingPuzzle& puzzle) : puzzle_(puzzle), used_(puzzle.pieces.size()) {
    for (const PackingPlacement& hint : puzzle.hints) ++used_[hint.piece.index()];
  }

  int left(PieceId p) const { return puzzle_.pieces[p.index()].max_copies - used_[p.index()]; }
  int owed(PieceId p) const { return std::max(0, puzzle_.pieces[p.index()].min_copies - used_[p.index()]); }

  /// Takes one of these pieces: the first that must still be used, or else the first of which there is a copy left.
  PieceId take(const std::vector<PieceId>& members) {
    auto piece = std::find_if(members.begin(), members.end(), [&](PieceId p) { return owed(p) > 0; });
    if (piece == members.end())
      piece = std::find_if(members.begin(), members.end(), [&](PieceId p) { return left(p) > 0; });
    if (piece == members.end()) throw InternalError("a tiling uses more copies of a piece than there are");
    ++used_[piece->index()];
    return *piece;
  }

 private:
  const PackingPuzzle& puzzle_;
  std::vector<int> used_;
};

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
    required_.push_back(0);
    for (const PieceId member : shapes_.pieces()[k].members) kind_of_piece_[member.index()] = k;
  }
  const Supply supply(puzzle_);
  for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) required_[kind_of_piece_[p]] += supply.owed(PieceId(p));
  for (const PackingPlacement& hint : puzzle_.hints) {
    const Spot spot = spot_of(hint);
    if (!shapes_.fits(region_, spot)) throw UsageError("a hint does not fit");
    shapes_.flip(region_, spot);
    --copies_[kind_of_piece_[hint.piece.index()]];
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
  const auto cells = placed(puzzle_.grid(), shape, how.orientation, how.offset);
  const auto normal = normalised(puzzle_.grid(), cells);
  const Cell offset = cells.front() - normal.front();
  for (std::size_t s = 0; s < shapes_.size(); ++s)
    if (shapes_[s].piece == kind_of_piece_[how.piece.index()] && shapes_.cells(s) == normal)
      return {static_cast<std::uint16_t>(s), grid_.block(offset.x, offset.y)};
  throw UsageError("a piece is placed in an orientation that is not allowed");
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
  for (const Spot& spot : spots) put(position, spot);
  return position;
}

std::optional<Position> TilingTables::after_unknown(std::span<const Spot> spots) const {
  Position position{region_, copies_};
  for (const Spot& spot : spots) {
    if (!can_put(position, spot)) return std::nullopt;
    put(position, spot);
  }
  return position;
}

bool TilingTables::can_put(const Position& position, Spot spot) const {
  if (spot.shape >= shapes_.size() || spot.position < 0 || spot.position >= grid_.block_count()) return false;
  const ShapeTable::Shape& shape = shapes_[spot.shape];
  return spot.position % grid_.stride() + shape.width <= grid_.stride() &&
         spot.position / grid_.stride() + shape.height <= grid_.rows() && position.copies[shape.piece] > 0 &&
         shapes_.fits(position.board, spot);
}

void TilingTables::put(Position& position, Spot spot) const {
  shapes_.flip(position.board, spot);
  --position.copies[shapes_[spot.shape].piece];
}

void TilingTables::take_back(Position& position, Spot spot) const {
  shapes_.flip(position.board, spot);
  ++position.copies[shapes_[spot.shape].piece];
}

PackingLayout TilingTables::layout(std::span<const Spot> spots) const {
  Supply supply(puzzle_);
  PackingLayout result{puzzle_.hints};
  for (const Spot& spot : spots) {
    const PieceId piece = supply.take(shapes_.pieces()[shapes_[spot.shape].piece].members);
    result.placements.push_back(placement(piece, cells(spot)));
  }
  return result;
}

int free_sectors(const Board& board) {
  int count = 0;
  for (const std::uint8_t byte : board.free) count += std::popcount(byte);
  return count;
}

}  // namespace tesselle::packing::tiling
