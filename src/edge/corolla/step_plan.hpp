#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edge/corolla_data/growth.hpp"

namespace tesselle::edge::corolla {

using corollas::FrontierSide;
using corollas::PatchPieces;
using corollas::Value;
using corollas::ZoneMap;

/// Something that is known of the board when a step's turn comes and that its corolla must agree with: the piece on a
/// cell that the patch shares with earlier steps, or the colour that a neighbour outside the patch asks of one side.
struct KeyItem {
  std::uint32_t cell = 0;    ///< of the patch
  std::optional<Side> side;  ///< on the board; nullopt: the whole piece is known
  std::uint32_t source = 0;  ///< the board's cell that is looked at
  friend bool operator==(const KeyItem&, const KeyItem&) = default;
};

/// One corolla placed on the board.
struct StepPlan {
  std::uint32_t centre = 0;
  bool whole = true;                 ///< radius 1; otherwise radius 0, a single piece
  std::vector<std::uint32_t> cells;  ///< of the board, in the order of the zone
  std::vector<std::uint32_t> fresh;  ///< cells of the patch that it fills
  std::vector<KeyItem> key;
};

/// Corollas that cover all cells that are not `filled` yet, in the order that a model of random pieces expects to need
/// the fewest nodes (a beam search over orders). A whole corolla fills at least three cells: for fewer it would mean a
/// large table that hardly ever offers a choice. Between them corollas of radius 0, single pieces, fill the gaps.
std::vector<StepPlan> plan_steps(const PatchPieces& pieces, const ZoneMap& whole, const ZoneMap& single,
                                 const std::vector<bool>& filled);

}  // namespace tesselle::edge::corolla
