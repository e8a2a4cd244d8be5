#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tesselle/ids.hpp"

namespace tesselle {

using Colour = Id<struct ColourTag, std::uint16_t>;
using PieceId = Id<struct PieceTag, std::uint16_t>;  ///< position in the puzzle's list of pieces; people see index + 1
using Square = Id<struct SquareTag, std::uint32_t>;  ///< cell of an edge-matching board, row-major from the top-left

enum class Side { north, east, south, west };
constexpr std::array<Side, 4> all_sides = {Side::north, Side::east, Side::south, Side::west};
constexpr Side opposite(Side side) { return static_cast<Side>((static_cast<int>(side) + 2) & 3); }

using Sides = std::array<Colour, 4>;  ///< North, East, South, West

/// `rotation` clockwise quarter turns: what was on the west side is on the north side after one.
constexpr Sides rotated(const Sides& sides, int rotation) {
  Sides result;
  for (std::size_t i = 0; i < 4; ++i) result[(i + static_cast<std::size_t>(rotation)) & 3] = sides[i];
  return result;
}

/// A piece on the board: which one, and how it is turned (0..3 clockwise quarter turns).
struct Placed {
  PieceId piece;
  std::uint8_t rotation = 0;
  friend auto operator<=>(const Placed&, const Placed&) = default;
};

struct EdgeHint {
  Square square;
  Placed placed;
  friend bool operator==(const EdgeHint&, const EdgeHint&) = default;
};

enum class Matching { same, complement };

/// One square piece per cell; touching sides must match; sides on the rim must show the frame colour if there is one.
/// Valid once read (`formats/`): as many pieces as cells, colours in range, `mate` an involution, hints on the board.
struct EdgePuzzle {
  int width = 0, height = 0;
  Matching matching = Matching::same;
  std::vector<std::string> colours;  ///< names; a numbered puzzle has "0", "1", …
  std::vector<Colour> mate;          ///< mate[c] is the colour that fits against c (c itself for Matching::same)
  std::optional<Colour> frame;
  std::vector<Sides> pieces;
  std::vector<EdgeHint> hints;

  std::size_t cell_count() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  Square square(int row, int column) const { return Square(static_cast<std::size_t>(row * width + column)); }
  int row(Square s) const { return static_cast<int>(s.index()) / width; }
  int column(Square s) const { return static_cast<int>(s.index()) % width; }
  Colour mate_of(Colour c) const { return mate[c.index()]; }
  bool fits(Colour a, Colour b) const { return mate_of(a) == b; }
  /// Inner edges of the board: the score of a perfect one.
  int inner_edges() const { return width * (height - 1) + height * (width - 1); }

  friend bool operator==(const EdgePuzzle&, const EdgePuzzle&) = default;
};

/// The neighbour across a side, if it is on the board.
std::optional<Square> neighbour(const EdgePuzzle& puzzle, Square square, Side side);

/// "A1" top-left, row letter then column number; rows after Z are AA, AB, …
std::string square_name(const EdgePuzzle& puzzle, Square square);
std::optional<Square> square_named(const EdgePuzzle& puzzle, std::string_view name);

/// Pieces that are the same up to rotation (twins) share a class. `turn[p]` rotates piece p onto `shape[kind[p]]`.
struct PieceKinds {
  std::vector<int> kind;                      ///< per piece
  std::vector<std::uint8_t> turn;             ///< per piece: rotated(pieces[p], turn[p]) == shape[kind[p]]
  std::vector<Sides> shape;                   ///< per kind: the smallest rotation
  std::vector<int> rotations;                 ///< per kind: distinct rotations, 1, 2 or 4
  std::vector<std::vector<PieceId>> members;  ///< per kind, ascending
};
PieceKinds piece_kinds(const EdgePuzzle& puzzle);

/// A board, possibly with empty cells.
struct EdgeBoard {
  std::vector<std::optional<Placed>> cells;
  friend bool operator==(const EdgeBoard&, const EdgeBoard&) = default;
};

}  // namespace tesselle
