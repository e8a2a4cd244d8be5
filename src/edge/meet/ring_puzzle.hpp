#pragma once

#include <optional>
#include <vector>

#include "edge/meet/words.hpp"
#include "edge/tables/oriented.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge::meet {

/// A framed puzzle cut into its ring (border and corner pieces) and its inside.
///
/// The board is turned so that it is not wider than high: rows are what halves are made of, and short rows leave few
/// colours open between them. Read clockwise, the ring is a chain in which each piece shows `from` to the one before
/// it and `to` to the one after it.
struct RingPuzzle {
  struct RingPiece {
    PieceId piece;
    std::uint8_t rotation = 0;  ///< with its frame on the north side; a corner's on north and west
    Colour from, to;
    Colour asks;        ///< what `to` asks of the next piece's `from`
    unsigned side = 0;  ///< what it asks of the inner piece beside it (an inner colour's number); not for corners
  };
  struct InnerPiece {
    Sides sides;       ///< in this rotation
    unsigned bit = 0;  ///< of its piece, in a word
    Placed placed;
    std::array<std::uint8_t, 4> shown{}, asked{};  ///< inner colours' numbers: of the side, and of its mate
  };

  const EdgePuzzle* puzzle = nullptr;
  bool turned = false;
  int width = 0, height = 0;       ///< as turned
  std::vector<RingPiece> border;   ///< bits 0 … of a RingSet
  std::vector<RingPiece> corners;  ///< the next four bits
  std::vector<InnerPiece> inner;   ///< every piece in every different rotation
  std::vector<std::uint8_t> mate;  ///< of inner colours' numbers
  WordLayout words;

  unsigned columns() const { return words.columns; }
  RingSet corner_bit(std::size_t corner) const { return RingSet{1} << (border.size() + corner); }
  /// Do the sides of a chain around this many rows fit into a SideWord?
  bool holds_sides_of(unsigned rows) const { return (columns() + 2 * rows) * words.colour_bits <= 64; }
  RingSet whole_ring() const { return (RingSet{1} << (border.size() + 4)) - 1; }
  /// A cell of the turned board, and a rotation there, as a placement on the real one.
  Square square(int row, int column) const;
  Placed placed(PieceId piece, int rotation) const;

  /// nullopt if the puzzle is not of this kind: a frame on the rim and nowhere else, all pieces different, no hints,
  /// at least 3×3, small enough for a wide word.
  static std::optional<RingPuzzle> make(const EdgePuzzle& puzzle) {
    auto ring = make_of_any_size(puzzle);
    return ring && ring->fits() ? ring : std::nullopt;
  }
  /// The same, but perhaps too large.
  static std::optional<RingPuzzle> make_of_any_size(const EdgePuzzle& puzzle);
  bool fits() const;
  /// Do 64 bits hold its words?
  bool is_narrow() const { return words.bits() <= 64; }
};

}  // namespace tesselle::edge::meet
