#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "edge/tables/oriented.hpp"
#include "edge/tables/paths.hpp"

namespace tesselle::edge {

/// What is known beforehand about one side of a cell when its turn comes.
struct SideNeed {
  enum class Rule : std::uint8_t {
    free,      ///< any colour
    inside,    ///< any but the frame colour
    colour,    ///< the frame, or what a hinted neighbour asks
    neighbour  ///< what the neighbour asks that the path has filled by then
  };
  Rule rule = Rule::free;
  Colour colour{};
  friend auto operator<=>(const SideNeed&, const SideNeed&) = default;
};

/// What a cell asks of a piece. Cells with equal needs share their candidate lists.
struct CellNeed {
  std::array<SideNeed, 4> sides;
  std::uint8_t pin_rotations = 0xf;  ///< in which rotations the pinned kind may be placed here, as bits
  bool pinned_only = false;          ///< nothing but the pinned kind may be placed here
  friend auto operator<=>(const CellNeed&, const CellNeed&) = default;

  bool asks_neighbour(Side side) const {
    return sides[static_cast<std::size_t>(side)].rule == SideNeed::Rule::neighbour;
  }
};

/// How a search that leaves out symmetric solutions fixes the rotation of the board.
/// A kind of which there is one copy is on some cell of every solution; the rotations of the board move it around, so
/// it is enough to look for it on one cell of each orbit (on the centre, which no rotation moves: in one turn of each
/// orbit of its turns).
struct Pin {
  std::uint16_t kind = 0;
  std::vector<std::uint8_t> rotations;  ///< per cell, as in CellNeed
};

/// The search compiled from a puzzle: the cells in the order of their filling, each with what it needs.
struct Plan {
  struct Turn {
    Square square;
    CellNeed need;
  };

  Plan(const EdgePuzzle& puzzle, const Path& path, const std::optional<Pin>& pin);

  /// What a cell asks before anything but the hints is placed.
  CellNeed need_at_start(Square square) const { return need_of(square, std::vector<bool>(puzzle.cell_count(), false)); }
  /// Is it allowed, as far as is known beforehand?
  bool may_be_placed(const OrientedKind& oriented, const CellNeed& need) const;

  EdgePuzzle puzzle;
  PieceKinds kinds;
  std::vector<OrientedKind> values;   ///< in the order they are tried
  std::vector<std::uint16_t> copies;  ///< per kind, without those that are hinted
  std::vector<Turn> turns;            ///< per depth
  std::optional<Pin> pin;
  /// The last depth where the pinned kind may be placed: if it is still left there, no other kind may.
  std::optional<std::uint32_t> pin_deadline;
  bool hints_fit = true;  ///< do the hints fit one another and the frame?

 private:
  void place_hints();
  void find_pin_deadline();
  CellNeed need_of(Square square, const std::vector<bool>& filled) const;
  SideNeed side_need(Square square, Side side, const std::vector<bool>& filled) const;

  std::vector<std::optional<Sides>> hinted_;  ///< per cell
  bool frame_only_on_rim_ = false;
};

/// What a placed piece asks of the cell across `side`: the colour that cell must show.
inline Colour asked(const EdgePuzzle& puzzle, const Sides& sides, Side side) {
  return puzzle.mate_of(sides[static_cast<std::size_t>(side)]);
}

}  // namespace tesselle::edge
