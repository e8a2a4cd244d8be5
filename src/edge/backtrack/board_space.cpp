#include "edge/backtrack/board_space.hpp"

#include <algorithm>
#include <utility>

namespace tesselle::edge {
namespace {

PackedSides frame_asks(const EdgePuzzle& puzzle) {
  PackedSides result = 0;
  if (puzzle.frame)
    for (const Side side : all_sides) result |= packed(side, *puzzle.frame);
  return result;
}

}  // namespace

BoardSpace::BoardSpace(const EdgePuzzle& puzzle, const std::vector<Square>& order)
    : puzzle_(puzzle), kinds_(piece_kinds(puzzle)), table_(puzzle, kinds_), asks_(puzzle.cell_count() + 1) {
  asks_.back() = frame_asks(puzzle);
  for (const auto& members : kinds_.members) copies_left_.push_back(static_cast<int>(members.size()));
  hints_fit_ = place_hints();

  std::vector<bool> filled(puzzle.cell_count(), false);
  for (const EdgeHint& hint : puzzle.hints) filled[hint.square.index()] = true;
  for (const Square square : order)
    if (!filled[square.index()]) {
      steps_.push_back(make_step(square, filled));
      filled[square.index()] = true;
    }
  nodes_.resize(steps_.size());
}

BoardSpace::Step BoardSpace::make_step(Square square, const std::vector<bool>& filled) const {
  Step step;
  step.cell = square.value;
  for (const Side side : all_sides) {
    const auto across = neighbour(puzzle_, square, side);
    step.neighbours[static_cast<std::size_t>(side)] =
        across ? across->value : static_cast<std::uint32_t>(puzzle_.cell_count());
    if (across ? filled[across->index()] : puzzle_.frame.has_value()) step.known |= lane_mask(side);
  }
  step.north_known = (step.known & lane_mask(Side::north)) != 0;
  step.west_known = (step.known & lane_mask(Side::west)) != 0;
  return step;
}

/// Returns whether they fit one another and the frame.
bool BoardSpace::place_hints() {
  const auto sides_of = [&](const EdgeHint& hint) {
    return rotated(puzzle_.pieces[hint.placed.piece.index()], hint.placed.rotation);
  };
  std::vector<bool> filled(puzzle_.cell_count(), false);
  for (const EdgeHint& hint : puzzle_.hints) {
    filled[hint.square.index()] = true;
    asks_[hint.square.index()] = asked(puzzle_, sides_of(hint));
    --copies_left_[static_cast<std::size_t>(kinds_.kind[hint.placed.piece.index()])];
  }
  return std::all_of(puzzle_.hints.begin(), puzzle_.hints.end(), [&](const EdgeHint& hint) {
    const Step step = make_step(hint.square, filled);
    return (packed(sides_of(hint)) & step.known) == wanted_at(step);
  });
}

/// The pieces of a kind are dealt out in placement order, except those that hints have taken.
Solution BoardSpace::solution() const {
  EdgeBoard board;
  board.cells.resize(puzzle_.cell_count());
  auto unused = kinds_.members;
  for (const EdgeHint& hint : puzzle_.hints) {
    board.cells[hint.square.index()] = hint.placed;
    std::erase(unused[static_cast<std::size_t>(kinds_.kind[hint.placed.piece.index()])], hint.placed.piece);
  }
  for (auto& members : unused) std::reverse(members.begin(), members.end());
  for (std::uint32_t d = 0; d < depth_; ++d) {
    const TurnedKind& turned = table_[nodes_[d].taken];
    const PieceId piece = unused[turned.kind].back();
    unused[turned.kind].pop_back();
    const auto rotation = static_cast<std::uint8_t>((kinds_.turn[piece.index()] + turned.rotation) & 3);
    board.cells[steps_[d].cell] = Placed{piece, rotation};
  }
  return {std::move(board)};
}

}  // namespace tesselle::edge
