#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::render {

/// A side of a placed piece that does not fit: an inner edge is named once, from the cell above or to the left.
struct EdgeConflict {
  Square square;
  Side side;
  friend bool operator==(const EdgeConflict&, const EdgeConflict&) = default;
};

/// How one colour is drawn. Colours that fit together share the hue; of two different ones, `first` is drawn as a
/// head and `second` as its socket.
struct SideStyle {
  enum class Half { whole, first, second, frame };
  Half half = Half::whole;
  std::size_t hue = 0;
  friend auto operator<=>(const SideStyle&, const SideStyle&) = default;
};

/// A puzzle with a board as the pictures need it. Total: pieces out of range and cells beyond the board count as empty.
/// Without a board the hinted pieces are shown. Keeps a reference to the puzzle.
class EdgeView {
 public:
  EdgeView(const EdgePuzzle& puzzle, const EdgeBoard* board);

  const EdgePuzzle& puzzle() const { return puzzle_; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }

  const std::optional<Placed>& at(int row, int column) const;
  Sides sides(Placed placed) const { return rotated(puzzle_.pieces[placed.piece.index()], placed.rotation); }
  /// Is the hinted piece on the cell of its hint?
  bool is_hint(int row, int column) const;
  const std::vector<EdgeConflict>& conflicts() const { return conflicts_; }
  bool in_conflict(int row, int column, Side side) const;
  std::vector<PieceId> unplaced() const;

  std::string label(Colour colour) const;
  /// "A" for the first row, as in the names of squares.
  std::string row_name(int row) const;
  SideStyle style(Colour colour) const { return styles_[colour.index()]; }
  /// "139", or "139*" for a hint.
  std::string number(int row, int column) const;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  std::optional<Placed> valid(const std::optional<Placed>& placed) const;
  Colour mate(Colour colour) const;
  bool fits(int row, int column, Side side) const;
  void find_conflicts();
  void choose_styles();

  const EdgePuzzle& puzzle_;
  int columns_, rows_;
  std::vector<std::optional<Placed>> cells_;
  std::vector<EdgeConflict> conflicts_;
  std::vector<SideStyle> styles_;  // per colour, named or not
};

}  // namespace tesselle::render
