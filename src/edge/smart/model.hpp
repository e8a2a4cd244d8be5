#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "edge/tables/oriented.hpp"

namespace tesselle::edge::smart {

/// What does not change during a search, compiled for propagation.
///
/// Values are the kinds of pieces in their distinct rotations, numbered like `values`. Colours are renumbered so that
/// only those that occur on pieces have a number. A border is one side of one cell: number 4 * cell + side.
/// A corner is between a side and the next one clockwise and has the number of the first: 0 is north-east. A pair is
/// two colours that some piece shows around a corner. A vertex is an inner point of the board where four cells meet.
///
/// Supply: sides of pieces and borders of cells are sorted into classes such that a side of one class can only meet a
/// border of the same class. With a frame that can only be on the rim there are four: rim, ring (between two cells of
/// the rim), spoke (from the rim inwards) and inner; otherwise all are one class. A key is a colour in a class.
struct Model {
  /// The corner that each of the four cells around a vertex has there.
  static constexpr std::array<std::size_t, 4> corner_at_vertex = {1, 2, 3, 0};

  explicit Model(const EdgePuzzle& puzzle);

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  using Corners = std::array<std::uint32_t, 4>;  ///< one number per side or corner

  std::size_t border(std::size_t cell, std::size_t side) const { return 4 * cell + side; }
  std::size_t key(std::size_t border, std::uint32_t colour) const { return border_class[border] * colours + colour; }
  /// The value as which a piece shows itself when turned.
  std::uint32_t value_of(Placed placed) const;

  EdgePuzzle puzzle;
  PieceKinds kinds;
  std::vector<OrientedKind> values;
  std::size_t cells = 0, colours = 0;

  std::vector<Corners> sides;                       ///< per value: colours
  std::vector<std::uint32_t> mate;                  ///< per colour; none if no piece shows it
  std::vector<Corners> across;                      ///< per cell: the neighbours, none beyond the rim
  std::vector<std::vector<std::uint32_t>> may;      ///< per cell: the values that rim and frame allow, ascending
  std::vector<std::uint32_t> first_of_kind;         ///< per kind, and one more: its values are contiguous
  std::vector<std::vector<std::uint32_t>> showing;  ///< side * colours + colour: the values with it

  std::vector<std::array<std::uint32_t, 2>> pairs;  ///< the colour of the corner's first side, then of the second
  std::vector<Corners> pair_at;                     ///< per value and corner
  std::vector<Corners> vertices;                    ///< the cells around: north-west, then clockwise
  std::vector<Corners> vertex_at;                   ///< per cell and corner; none on the rim

  std::vector<std::uint8_t> border_class;  ///< per border
  std::vector<std::uint32_t> total;        ///< per key: sides of that colour among all pieces
  bool balanced = true;                    ///< can the sides of all pieces be paired at all?

 private:
  void number_colours();
  void list_cells();
  void list_pairs();
  void list_vertices();
  void count_supply();
  void judge_balance();

  bool sorted_ = false;  ///< are there the four classes?
};

}  // namespace tesselle::edge::smart
