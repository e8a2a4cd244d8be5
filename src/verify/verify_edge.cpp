#include <fmt/format.h>

#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

constexpr std::array<std::string_view, 4> side_names = {"north", "east", "south", "west"};

/// Walks the board once per rule and records what it finds.
class EdgeCheck {
 public:
  EdgeCheck(const EdgePuzzle& puzzle, const EdgeBoard& board) : puzzle_(puzzle), board_(board) {
    verdict_.max_score = puzzle.inner_edges();
    shown_.resize(puzzle.cell_count());
  }

  Verdict run() {
    check_size();
    read_cells();
    check_use();
    for (const EdgeHint& hint : puzzle_.hints) check_hint(hint);
    for (std::size_t s = 0; s < shown_.size(); ++s) check_sides(Square(s));
    return std::move(verdict_);
  }

 private:
  void fault(std::string what) { verdict_.faults.push_back({std::move(what)}); }
  bool shortfall_wanted() const { return verdict_.shortfalls.size() < max_shortfalls_named; }
  void shortfall(std::string what) { verdict_.shortfalls.push_back({std::move(what)}); }
  std::string name(Square square) const { return square_name(puzzle_, square); }
  std::string colour_name(Colour colour) const {
    return colour.index() < puzzle_.colours.size() ? puzzle_.colours[colour.index()] : std::to_string(colour.value);
  }

  void check_size() {
    if (board_.cells.size() != shown_.size())
      fault(fmt::format("the board has {} cells, the puzzle has {}", board_.cells.size(), shown_.size()));
  }

  /// A cell with an impossible piece counts as empty from here on.
  void read_cells() {
    used_.resize(puzzle_.pieces.size());
    verdict_.complete = board_.cells.size() == shown_.size();
    for (std::size_t s = 0; s < shown_.size(); ++s) {
      const auto placed = s < board_.cells.size() ? board_.cells[s] : std::nullopt;
      if (placed && is_real(Square(s), *placed)) {
        shown_[s] = rotated(puzzle_.pieces[placed->piece.index()], placed->rotation);
        ++used_[placed->piece.index()];
        continue;
      }
      verdict_.complete = false;
      if (!placed && shortfall_wanted()) shortfall(fmt::format("{} is empty", name(Square(s))));
    }
  }

  bool is_real(Square square, Placed placed) {
    const bool known = placed.piece.index() < puzzle_.pieces.size(), turned = placed.rotation < 4;
    if (!known)
      fault(fmt::format("piece {} at {} does not exist, there are {}", placed.piece.index() + 1, name(square),
                        puzzle_.pieces.size()));
    if (!turned)
      fault(fmt::format("piece {} at {} has rotation {}, expected 0 to 3", placed.piece.index() + 1, name(square),
                        placed.rotation));
    return known && turned;
  }

  void check_use() {
    for (std::size_t p = 0; p < used_.size(); ++p)
      if (used_[p] > 1) fault(fmt::format("piece {} is used {} times, there is 1", p + 1, used_[p]));
  }

  void check_hint(const EdgeHint& hint) {
    const auto& shown = shown_[hint.square.index()];
    if (!shown || *shown == rotated(puzzle_.pieces[hint.placed.piece.index()], hint.placed.rotation)) return;
    const Placed found = *board_.cells[hint.square.index()];
    fault(fmt::format("hint at {} is not kept: piece {} with rotation {} expected, piece {} with rotation {} found",
                      name(hint.square), hint.placed.piece.index() + 1, hint.placed.rotation, found.piece.index() + 1,
                      found.rotation));
  }

  /// Every inner edge is looked at from its north or west cell, every rim side from its only cell.
  void check_sides(Square square) {
    for (const Side side : all_sides) {
      const auto other = neighbour(puzzle_, square, side);
      if (!other)
        check_rim(square, side);
      else if (side == Side::east || side == Side::south)
        check_inner(square, side, *other);
    }
  }

  void check_inner(Square square, Side side, Square other) {
    const auto &here = shown_[square.index()], &there = shown_[other.index()];
    if (!here || !there) return conflict();
    const Colour a = (*here)[static_cast<std::size_t>(side)], b = (*there)[static_cast<std::size_t>(opposite(side))];
    if (puzzle_.fits(a, b)) {
      ++verdict_.score;
      return;
    }
    conflict();
    if (shortfall_wanted())
      shortfall(fmt::format("{} {} is {}, which does not match {} on {}", name(square),
                            side_names[static_cast<std::size_t>(side)], colour_name(a), colour_name(b), name(other)));
  }

  void check_rim(Square square, Side side) {
    if (!puzzle_.frame) return;
    const auto& here = shown_[square.index()];
    if (!here) return conflict();
    const Colour colour = (*here)[static_cast<std::size_t>(side)];
    if (colour == *puzzle_.frame) return;
    conflict();
    if (shortfall_wanted())
      shortfall(fmt::format("{} {} is {}, the frame is {}", name(square), side_names[static_cast<std::size_t>(side)],
                            colour_name(colour), colour_name(*puzzle_.frame)));
  }

  void conflict() { ++verdict_.conflicts; }

  const EdgePuzzle& puzzle_;
  const EdgeBoard& board_;
  std::vector<std::optional<Sides>> shown_;  // per cell: its sides as placed, nullopt if empty
  std::vector<int> used_;                    // per piece
  Verdict verdict_;
};

}  // namespace

Verdict verify_edge(const EdgePuzzle& puzzle, const EdgeBoard& board) { return EdgeCheck(puzzle, board).run(); }

}  // namespace tesselle
