#pragma once

#include <cstdint>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::edge {

/// Four colours side by side, 16 bits each, so that one comparison tests a placement against all its neighbours.
using PackedSides = std::uint64_t;

constexpr int lane(Side side) { return 16 * static_cast<int>(side); }
constexpr PackedSides lane_mask(Side side) { return PackedSides{0xffff} << lane(side); }
constexpr PackedSides packed(Side side, Colour colour) { return PackedSides{colour.value} << lane(side); }
constexpr std::uint32_t colour_in(PackedSides sides, Side side) { return (sides >> lane(side)) & 0xffff; }

PackedSides packed(const Sides& sides);
/// What a placed piece asks of its neighbours: in the lane of side s, the colour that a cell must show on its side s
/// if the piece is there.
PackedSides asked(const EdgePuzzle& puzzle, const Sides& sides);

/// A kind of piece in one of its distinct rotations.
struct TurnedKind {
  PackedSides sides = 0;
  PackedSides asks = 0;
  std::uint16_t kind = 0;
  std::uint8_t rotation = 0;
};

/// The turned kinds by the colours of their north and west sides, either of which may be left open.
/// A list may also hold strangers: with very many colours several pairs share a list, so that the table stays small.
/// Within a list kinds ascend, then rotations.
class FittingTable {
 public:
  struct Range {
    std::uint32_t first = 0, count = 0;
  };

  FittingTable(const EdgePuzzle& puzzle, const PieceKinds& kinds);

  /// As a colour: any.
  std::uint32_t open() const { return stride_ - 1; }
  Range fitting(std::uint32_t north, std::uint32_t west) const {
    const std::uint32_t list = list_of(north, west);
    return {first_[list], first_[list + 1] - first_[list]};
  }
  const TurnedKind& operator[](std::uint32_t index) const { return entries_[index]; }

 private:
  std::uint32_t list_of(std::uint32_t north, std::uint32_t west) const {
    return static_cast<std::uint32_t>((std::uint64_t{north} * stride_ + west) & list_mask_);
  }

  std::uint32_t stride_;
  std::uint64_t list_mask_;
  std::vector<std::uint32_t> first_;  ///< per list, and one more
  std::vector<TurnedKind> entries_;
};

}  // namespace tesselle::edge
