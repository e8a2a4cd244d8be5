#include "edge/beam/plan.hpp"

#include "edge/tables/at.hpp"

#include <algorithm>
#include <bitset>

namespace tesselle::edge::beam {
namespace {

std::uint8_t colour_byte(std::uint32_t word, int side) {
  return static_cast<std::uint8_t>((word >> (8 * side)) & 0xff);
}

class Planner {
 public:
  Planner(const EdgePuzzle& puzzle, const ConflictBoard& board)
      : puzzle_(puzzle), board_(board), rows_(puzzle.colours.size() + 1), laid_(puzzle.cell_count()) {
    plan_.supply.resize(rows_.size());
    plan_.open.resize(rows_.size());
  }

  Plan make(const Path& path) {
    sort_sides();
    for (const Square square : path)
      if (!board_.is_locked(static_cast<int>(square.index()))) add_step(static_cast<int>(square.index()));
    return std::move(plan_);
  }

 private:
  /// A side is along the rim if a side next to it is on it.
  Pool pool_of_edge(int cell, int side) const {
    const bool beside_rim = board_.neighbour(cell, (side + 1) & 3) == ConflictBoard::none ||
                            board_.neighbour(cell, (side + 3) & 3) == ConflictBoard::none;
    return puzzle_.frame && beside_rim ? rim : inner;
  }

  Pool pool_of_side(const Sides& sides, std::size_t side) const {
    const auto is_frame = [&](std::size_t s) { return puzzle_.frame && sides[s & 3] == *puzzle_.frame; };
    return is_frame(side + 1) || is_frame(side + 3) ? rim : inner;
  }

  void sort_sides() {
    std::vector<bool> hinted(puzzle_.pieces.size());
    for (const EdgeHint& hint : puzzle_.hints) hinted[hint.placed.piece.index()] = true;
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      auto& pools_of_piece = plan_.pool_of_side.emplace_back();
      for (std::size_t side = 0; side < 4; ++side) {
        const Colour colour = puzzle_.pieces[p][side];
        pools_of_piece[side] = pool_of_side(puzzle_.pieces[p], side);
        if (!hinted[p] && colour != puzzle_.frame)
          ++plan_.supply[rows_.at(pools_of_piece[side], static_cast<std::uint32_t>(colour.index() + 1))];
      }
    }
  }

  void add_step(int cell) {
    Step step;
    step.cell = cell;
    step.kind = board_.kind_of(cell);
    for (int side = 0; side < 4; ++side) step.sides[at(side)] = side_of(cell, side);
    laid_[at(cell)] = true;
    for (const StepSide& side : step.sides)
      if (side.across == Across::laid) slot_taken_[side.slot] = false;
    step.edges_ahead = edges_ahead();
    plan_.steps.push_back(step);
  }

  StepSide side_of(int cell, int side) {
    StepSide result;
    result.pool = pool_of_edge(cell, side);
    const int next = board_.neighbour(cell, side);
    if (next == ConflictBoard::none || board_.is_locked(next)) {
      result.colour = colour_byte(board_.wanted(cell), side);
      if (result.colour != 0) result.across = Across::fixed;
      if (next != ConflictBoard::none) {
        result.counts = true;
        ++plan_.open[rows_.at(result.pool, result.colour)];
      }
    } else if (laid_[at(next)]) {
      result.across = Across::laid;
      result.slot = slot_of_[edge_key(cell, side)];
    } else {
      result.across = Across::ahead;
      result.slot = free_slot();
      slot_of_[edge_key(cell, side)] = result.slot;
    }
    return result;
  }

  std::uint8_t free_slot() {
    std::size_t slot = 0;
    while (slot_taken_[slot]) ++slot;
    slot_taken_[slot] = true;
    plan_.slots = std::max(plan_.slots, slot + 1);
    return static_cast<std::uint8_t>(slot);
  }

  /// The same for both cells of an edge.
  std::size_t edge_key(int cell, int side) {
    if (side == 0 || side == 3) return edge_key(board_.neighbour(cell, side), (side + 2) & 3);
    slot_of_.resize(2 * puzzle_.cell_count());
    return 2 * at(cell) + (side == 1);
  }

  std::array<int, pools> edges_ahead() const {
    std::array<int, pools> count{};
    for (int cell = 0; cell < board_.cell_count(); ++cell)
      for (const int side : {1, 2}) {
        const int next = board_.neighbour(cell, side);
        const auto is_ahead = [&](int c) { return !laid_[at(c)] && !board_.is_locked(c); };
        if (next != ConflictBoard::none && is_ahead(cell) && is_ahead(next)) ++count[pool_of_edge(cell, side)];
      }
    return count;
  }

  const EdgePuzzle& puzzle_;
  const ConflictBoard& board_;
  ColourRows rows_;
  std::vector<bool> laid_;
  std::bitset<256> slot_taken_;
  std::vector<std::uint8_t> slot_of_;
  Plan plan_;
};

}  // namespace

Plan make_plan(const EdgePuzzle& puzzle, const ConflictBoard& board, const Path& path) {
  return Planner(puzzle, board).make(path);
}

Path variant_of(const EdgePuzzle& puzzle, int teeth, int variant) {
  EdgePuzzle shape;
  const bool sideways = (variant & 4) != 0;
  shape.width = sideways ? puzzle.height : puzzle.width;
  shape.height = sideways ? puzzle.width : puzzle.height;
  Path path = comb(shape, std::min(teeth, shape.height));
  for (Square& square : path) {
    int row = shape.row(square), column = shape.column(square);
    if ((variant & 1) != 0) row = shape.height - 1 - row;
    if ((variant & 2) != 0) column = shape.width - 1 - column;
    square = sideways ? puzzle.square(column, row) : puzzle.square(row, column);
  }
  return path;
}

}  // namespace tesselle::edge::beam
