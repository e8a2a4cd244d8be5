#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "edge/local_search/conflict_board.hpp"

namespace tesselle::edge::repair {

/// Shakes a nearly full board: pieces from the row of its first conflict on change places at random, rarely for the
/// worse, and the best board met is kept. Exact moves (Repairer) prove that a few cells are filled as well as
/// their pieces allow. Shaking proves nothing, but in the same time it gets more boards better.
///
/// Hardly one exchange in two hundred is good enough, so exchanges are not drawn one by one. A look draws a cell in
/// conflict and finds at once all pieces that could take its place: pieces are bits of a word, and of every cell it is
/// known which pieces have how many conflicts there.
class Shaker {
 public:
  /// Throws UsageError where ConflictBoard does.
  explicit Shaker(const EdgePuzzle& puzzle);

  /// Looks this many times. True if the board is better then; otherwise it stays as it was.
  bool improve(EdgeBoard& board, Rng& rng, std::uint64_t looks);

 private:
  using Cell = ConflictBoard::Cell;
  using Piece = ConflictBoard::Piece;
  using Word = ConflictBoard::Word;
  using Pieces = std::uint64_t;
  using Lanes = std::uint64_t __attribute__((vector_size(32)));  ///< a set of pieces per rotation
  static constexpr std::size_t max_of_kind = 64;
  static constexpr int max_cost = 4;

  /// Cells and pieces of a kind (corner, edge, inner) in the region.
  struct Kind {
    std::vector<Cell> cells;
    std::array<Piece, max_of_kind> pieces{};  ///< by bit
    std::vector<Lanes> shows;                 ///< by side and colour
    Pieces all = 0;
    std::array<Pieces, max_cost + 1> faulty{};  ///< those on cells with at least that many conflicts
  };
  struct Site {
    bool in_region = false;
    int conflicts = 0;
    int place = -1;                             ///< in faulty_
    std::array<Pieces, max_cost + 1> within{};  ///< pieces of its kind that have at most that many conflicts there

    int conflicts_of(std::size_t bit) const {
      const auto has = [&](const Pieces& pieces) { return static_cast<int>(pieces >> bit & 1); };
      return max_cost - (has(within[0]) + has(within[1]) + has(within[2]) + has(within[3]));
    }
  };

  bool load(const EdgeBoard& board);
  void choose_region();
  void add_to_region(Cell c);
  Kind& kind_at(Cell c) { return kinds_[static_cast<std::size_t>(board_.kind_of(c))]; }
  void refresh(Cell c);
  void note_conflicts(Cell c);
  void look(Rng& rng);
  void exchange(Cell a, Cell b, Rng& rng);
  int best_rotation(Cell c, Piece p, Rng& rng) const;
  bool touch(Cell a, Cell b) const;

  ConflictBoard board_;
  std::size_t colours_;    ///< as ConflictBoard stores them
  std::vector<Word> rim_;  ///< per cell: sides where it must show the frame, as bits
  std::array<Kind, 3> kinds_;
  std::vector<Site> sites_;   ///< per cell
  std::vector<Cell> faulty_;  ///< cells in conflict
  struct Home {
    std::uint8_t bit = 0;
    Cell cell = 0;
  };
  std::vector<Home> home_;  ///< per piece of the region
};

}  // namespace tesselle::edge::repair
