#include "tesselle/card.hpp"

#include <algorithm>

#include "puzzle/piece_finder.hpp"

namespace tesselle {
namespace {

class Judge {
 public:
  Judge(const EdgePuzzle& puzzle, const ShownBoard& board) : puzzle_(puzzle), shown_(board.cells), finder_(puzzle) {
    shown_.resize(puzzle.cell_count());
    card_.board.cells.resize(puzzle.cell_count());
    card_.max_score = puzzle.inner_edges();
  }

  BoardCard run(const std::vector<EdgeHint>& clues) {
    take_claimed_pieces();
    for (std::size_t s = 0; s < shown_.size(); ++s) recognise(Square(s));
    count_pieces();
    for (const EdgeHint& clue : clues) check_clue(clue);
    for (std::size_t s = 0; s < shown_.size(); ++s)
      for (const Side side : all_sides) check_side(Square(s), side);
    return std::move(card_);
  }

 private:
  /// The way to turn this piece so that it shows the sides of the cell.
  std::optional<Placed> turned(PieceId piece, const Sides& sides) const {
    for (const Placed& placed : finder_.showing(sides))
      if (placed.piece == piece) return placed;
    return std::nullopt;
  }

  void take_claimed_pieces() {
    for (std::size_t s = 0; s < shown_.size(); ++s) {
      if (!shown_[s] || !shown_[s]->claimed) continue;
      const auto placed = turned(*shown_[s]->claimed, shown_[s]->sides);
      if (!placed) {
        card_.misnamed.push_back(Square(s));
      } else if (!finder_.is_taken(placed->piece)) {
        finder_.take(placed->piece);
        card_.board.cells[s] = placed;
      }
    }
  }

  /// A free piece if there is one, else one that is on the board already.
  void recognise(Square square) {
    auto& cell = card_.board.cells[square.index()];
    const auto& shown = shown_[square.index()];
    if (!shown) card_.empty.push_back(square);
    if (!shown || cell) return;
    const auto& showing = finder_.showing(shown->sides);
    if (showing.empty()) {
      card_.strangers.push_back(square);
      return;
    }
    cell = shown->claimed ? turned(*shown->claimed, shown->sides) : std::nullopt;
    if (!cell) cell = finder_.take_one(shown->sides);
    if (!cell) cell = showing.front();
  }

  void count_pieces() {
    std::vector<std::vector<Square>> squares(puzzle_.pieces.size());
    for (std::size_t s = 0; s < shown_.size(); ++s)
      if (const auto& cell = card_.board.cells[s]) squares[cell->piece.index()].push_back(Square(s));
    for (std::size_t p = 0; p < squares.size(); ++p) {
      if (squares[p].empty()) card_.missing.push_back(PieceId(p));
      if (squares[p].size() > 1) card_.repeated.push_back({PieceId(p), std::move(squares[p])});
    }
  }

  void check_clue(const EdgeHint& clue) {
    const Sides expected = rotated(puzzle_.pieces[clue.placed.piece.index()], clue.placed.rotation);
    const auto& shown = shown_[clue.square.index()];
    card_.clues.push_back({clue, shown && shown->sides == expected});
  }

  std::optional<Colour> colour_at(Square square, Side side) const {
    const Colour colour = shown_[square.index()]->sides[static_cast<std::size_t>(side)];
    return colour.index() < puzzle_.colours.size() ? std::optional(colour) : std::nullopt;
  }

  /// Every inner edge is looked at from its north or west cell.
  void check_side(Square square, Side side) {
    const auto other = neighbour(puzzle_, square, side);
    if (!other) return check_rim(square, side);
    if (side == Side::north || side == Side::west) return;
    if (!shown_[square.index()] || !shown_[other->index()]) return;
    const auto here = colour_at(square, side), there = colour_at(*other, opposite(side));
    if (here && there && puzzle_.fits(*here, *there))
      ++card_.score;
    else
      card_.clashes.push_back({square, *other, side, here, there});
  }

  void check_rim(Square square, Side side) {
    if (!puzzle_.frame) return;
    ++card_.rim_sides;
    if (!shown_[square.index()]) return;
    const auto colour = colour_at(square, side);
    if (colour != puzzle_.frame) card_.rim_faults.push_back({square, side, colour});
  }

  const EdgePuzzle& puzzle_;
  std::vector<std::optional<ShownCell>> shown_;
  PieceFinder finder_;
  BoardCard card_;
};

}  // namespace

int BoardCard::clues_kept() const {
  return static_cast<int>(std::count_if(clues.begin(), clues.end(), [](const Clue& clue) { return clue.kept; }));
}

BoardCard judge(const EdgePuzzle& puzzle, const ShownBoard& board, const std::vector<EdgeHint>& clues) {
  return Judge(puzzle, board).run(clues);
}

}  // namespace tesselle
