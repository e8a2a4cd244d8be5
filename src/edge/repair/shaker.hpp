#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "edge/local_search/conflict_board.hpp"

namespace tesselle::edge::repair {

/// Shakes a nearly full board: pieces from the row of its first conflict on change places at random, at a constant low
/// temperature, and the best board met is kept. Exact moves (Repairer) prove that a few cells are filled as well as
/// their pieces allow. Shaking proves nothing, but in the same time it gets more boards better.
///
/// Measured on 2655 nearly full boards of Eternity II: temperatures from 0.25 to 0.3 are about equally good, 0.33 is
/// worse, and at 0.4 boards melt. Cooling does not help. More rows make it slower.
class Shaker {
 public:
  /// Throws UsageError where ConflictBoard does.
  explicit Shaker(const EdgePuzzle& puzzle);

  /// Tries this many exchanges, of which few are made. True if the board is better then; otherwise it stays as it was.
  bool improve(EdgeBoard& board, Rng& rng, std::uint64_t tries);

 private:
  using Cell = ConflictBoard::Cell;
  using Piece = ConflictBoard::Piece;
  using Word = ConflictBoard::Word;
  /// Sides that match, four bits per rotation.
  using Matches = std::uint32_t;

  bool load(const EdgeBoard& board);
  void choose_region();
  void list_faulty();
  int try_some(Rng& rng);
  bool try_exchange(std::span<const Cell> from, std::span<const Cell> to, Rng& rng);
  void exchange(Cell a, Cell b, Rng& rng);
  Matches matches(Cell c, Piece p) const;
  int most_matches(Matches matches) const;
  int best_rotation(Matches matches, Rng& rng) const;
  bool touch(Cell a, Cell b) const;

  ConflictBoard board_;
  std::vector<Word> rim_;                        ///< per cell: sides where it must show the frame, as bits
  std::array<std::uint8_t, 256> most_of_two_{};  ///< of eight bits of Matches
  std::array<std::uint32_t, 5> accepted_{};      ///< by conflicts more: below which random number
  std::vector<Cell> region_;
  std::array<std::vector<Cell>, 3> of_kind_;  ///< of the region
  std::array<std::vector<Cell>, 3> faulty_;   ///< of these, cells in conflict
};

}  // namespace tesselle::edge::repair
