#include "edge/meet/ring_puzzle.hpp"

#include <algorithm>
#include <bit>

namespace tesselle::edge::meet {
namespace {

int frame_sides(const Sides& sides, Colour frame) {
  return static_cast<int>(std::count(sides.begin(), sides.end(), frame));
}

bool has_corner(const Sides& sides, Colour frame) {
  return std::any_of(all_sides.begin(), all_sides.end(), [&](Side side) {
    const auto s = static_cast<std::size_t>(side);
    return sides[s] == frame && sides[(s + 1) & 3] == frame;
  });
}

struct Census {
  std::size_t corners = 0, border = 0, inner = 0;
};

std::optional<Census> census(const EdgePuzzle& puzzle) {
  Census result;
  for (const Sides& sides : puzzle.pieces) {
    const int count = frame_sides(sides, *puzzle.frame);
    if (count > 2 || (count == 2 && !has_corner(sides, *puzzle.frame))) return std::nullopt;
    ++(count == 0 ? result.inner : count == 1 ? result.border : result.corners);
  }
  return result;
}

bool is_ring_puzzle(const EdgePuzzle& puzzle) {
  if (!puzzle.frame || !puzzle.hints.empty() || puzzle.width < 3 || puzzle.height < 3) return false;
  if (!frame_only_on_rim(puzzle)) return false;
  const PieceKinds kinds = piece_kinds(puzzle);
  if (kinds.members.size() != puzzle.pieces.size()) return false;
  const auto pieces = census(puzzle);
  const auto rim = static_cast<std::size_t>(2 * (puzzle.width - 2) + 2 * (puzzle.height - 2));
  return pieces && pieces->corners == 4 && pieces->border == rim;
}

/// Numbers for the colours that occur beside inner pieces.
class InnerColours {
 public:
  explicit InnerColours(const EdgePuzzle& puzzle) : number_(puzzle.colours.size(), none) {
    for (const Sides& sides : puzzle.pieces) {
      const int count = frame_sides(sides, *puzzle.frame);
      if (count == 0)
        for (const Colour colour : sides) add(puzzle, colour);
      if (count == 1) add(puzzle, inward(sides, *puzzle.frame));
    }
  }
  static Colour inward(const Sides& sides, Colour frame) {
    const auto at = static_cast<std::size_t>(std::find(sides.begin(), sides.end(), frame) - sides.begin());
    return sides[(at + 2) & 3];
  }
  unsigned operator[](Colour colour) const { return number_[colour.index()]; }
  const std::vector<Colour>& colours() const { return colours_; }

 private:
  static constexpr unsigned none = ~0u;
  void add(const EdgePuzzle& puzzle, Colour colour) {
    for (const Colour c : {colour, puzzle.mate_of(colour)}) {
      if (number_[c.index()] != none) continue;
      number_[c.index()] = static_cast<unsigned>(colours_.size());
      colours_.push_back(c);
    }
  }
  std::vector<unsigned> number_;
  std::vector<Colour> colours_;
};

RingPuzzle::RingPiece ring_piece(const EdgePuzzle& puzzle, std::size_t piece, const InnerColours& colours) {
  constexpr std::size_t north = 0, east = 1, south = 2, west = 3;
  const bool is_corner = frame_sides(puzzle.pieces[piece], *puzzle.frame) == 2;
  for (int rotation = 0;; ++rotation) {
    const Sides sides = rotated(puzzle.pieces[piece], rotation);
    if (sides[north] != *puzzle.frame || (is_corner && sides[west] != *puzzle.frame)) continue;
    RingPuzzle::RingPiece result;
    result.piece = PieceId(piece);
    result.rotation = static_cast<std::uint8_t>(rotation);
    result.from = sides[is_corner ? south : west];
    result.to = sides[east];
    result.asks = puzzle.mate_of(result.to);
    if (!is_corner) result.side = colours[puzzle.mate_of(sides[south])];
    return result;
  }
}

void add_inner(RingPuzzle& ring, const InnerColours& colours) {
  const PieceKinds kinds = piece_kinds(*ring.puzzle);
  std::vector<unsigned> bit(kinds.members.size(), ~0u);
  for (const OrientedKind& oriented : oriented_kinds(kinds)) {
    const PieceId piece = kinds.members[oriented.kind].front();
    if (frame_sides(oriented.sides, *ring.puzzle->frame) != 0) continue;
    if (bit[oriented.kind] == ~0u) bit[oriented.kind] = ring.words.pieces++;
    RingPuzzle::InnerPiece inner{
        oriented.sides,
        bit[oriented.kind],
        {piece, static_cast<std::uint8_t>((kinds.turn[piece.index()] + oriented.rotation) & 3)}};
    for (std::size_t s = 0; s < 4; ++s) {
      inner.shown[s] = static_cast<std::uint8_t>(colours[oriented.sides[s]]);
      inner.asked[s] = static_cast<std::uint8_t>(colours[ring.puzzle->mate_of(oriented.sides[s])]);
    }
    ring.inner.push_back(inner);
  }
}

void add_ring(RingPuzzle& ring, const InnerColours& colours) {
  for (std::size_t piece = 0; piece < ring.puzzle->pieces.size(); ++piece) {
    const int count = frame_sides(ring.puzzle->pieces[piece], *ring.puzzle->frame);
    if (count > 0) (count == 1 ? ring.border : ring.corners).push_back(ring_piece(*ring.puzzle, piece, colours));
  }
}

}  // namespace

std::optional<RingPuzzle> RingPuzzle::make_of_any_size(const EdgePuzzle& puzzle) {
  if (!is_ring_puzzle(puzzle)) return std::nullopt;
  const InnerColours colours(puzzle);
  RingPuzzle ring;
  ring.puzzle = &puzzle;
  ring.turned = puzzle.width > puzzle.height;
  ring.width = std::min(puzzle.width, puzzle.height);
  ring.height = std::max(puzzle.width, puzzle.height);
  ring.words.columns = static_cast<unsigned>(ring.width - 2);
  ring.words.colour_bits = static_cast<unsigned>(std::bit_width(colours.colours().size() - 1));
  if (ring.words.colour_bits == 0) ring.words.colour_bits = 1;
  for (const Colour colour : colours.colours())
    ring.mate.push_back(static_cast<std::uint8_t>(colours[puzzle.mate_of(colour)]));
  add_inner(ring, colours);
  add_ring(ring, colours);
  return ring;
}

bool RingPuzzle::fits() const {
  return border.size() + 4 < 64 && holds_sides_of(static_cast<unsigned>(height - 2) / 2) && words.pieces <= 64 &&
         words.bits() <= 128 && words.colour_bits <= 4;
}

Square RingPuzzle::square(int row, int column) const {
  return turned ? puzzle->square(puzzle->height - 1 - column, row) : puzzle->square(row, column);
}

Placed RingPuzzle::placed(PieceId piece, int rotation) const {
  return {piece, static_cast<std::uint8_t>((rotation + (turned ? 3 : 0)) & 3)};
}

}  // namespace tesselle::edge::meet
