#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "base/rng.hpp"
#include "tesselle/edge_puzzle.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge {

/// A board that may hold conflicts, for searches that exchange pieces instead of proving things.
///
/// Costs come from tables: the four colours of a turned piece are one 32-bit word, and so are the four colours its
/// cell asks for (the mates of its neighbours, the frame on the rim), so the conflicts of a placement are the
/// bytes in which two words differ. Byte 0 means no demand; colours are stored plus one.
///
/// Pieces only go where their kind belongs: with a frame, pieces with two frame sides into corners, with one onto
/// edges, the others inside. Hinted cells are locked.
class ConflictBoard {
 public:
  using Cell = int;
  using Piece = int;
  static constexpr Piece none = -1;
  using Word = std::uint32_t;  ///< four colours, north in the lowest byte

  /// Throws UsageError if the puzzle has more than 254 colours, or pieces of one kind are more than its cells.
  explicit ConflictBoard(const EdgePuzzle& puzzle);

  /// The pieces on the board, without the tables: cheap to keep and to go back to.
  struct Layout {
    std::vector<Piece> piece_at;
    std::vector<std::uint8_t> rotation_at;
    std::vector<std::uint32_t> word;    ///< sides shown; 0 if empty
    std::vector<std::uint32_t> wanted;  ///< sides asked for by rim and neighbours
    int conflicts = 0;                  ///< between filled cells, and of filled cells with the rim
  };
  const Layout& layout() const { return now_; }
  void go_to(const Layout& layout) { now_ = layout; }

  int width() const { return width_; }
  int cell_count() const { return static_cast<int>(now_.piece_at.size()); }
  Piece piece_at(Cell c) const { return now_.piece_at[at(c)]; }
  int rotation_at(Cell c) const { return now_.rotation_at[at(c)]; }
  bool is_locked(Cell c) const { return locked_[at(c)]; }
  /// Cells whose pieces may be exchanged share a kind: 0 inner, 1 edge, 2 corner.
  int kind_of(Cell c) const { return cell_kind_[at(c)]; }
  const std::vector<Cell>& cells_of_kind(int kind) const { return cells_of_kind_[at(kind)]; }  ///< unlocked ones
  const std::vector<Piece>& pieces_of_kind(int kind) const { return pieces_of_kind_[at(kind)]; }
  const std::vector<Cell>& free_cells() const { return free_cells_; }

  /// The cell across a side (0 north, then clockwise), or `none`.
  Cell neighbour(Cell c, int side) const { return neighbour_[at(c)][at(side)]; }
  Word wanted(Cell c) const { return now_.wanted[at(c)]; }
  Word sides_of(Piece p, int rotation) const { return words_[at(p)][at(rotation)]; }
  /// In all four rotations.
  const Word* turned(Piece p) const { return words_[at(p)].data(); }
  std::uint8_t mate_of(std::uint8_t stored_colour) const { return mate_[stored_colour]; }
  /// Sides that `want` asks for and `have` does not show.
  static int cost(Word want, Word have) {
    const Word differ = nonzero_bytes(want ^ have) & nonzero_bytes(want);
    return std::popcount(differ);
  }

  int conflicts() const { return now_.conflicts; }
  int conflicts_at(Cell c) const { return cost(wanted(c), now_.word[at(c)]); }
  int matches_at(Cell c) const { return 4 - std::popcount(nonzero_bytes(wanted(c) ^ now_.word[at(c)])); }

  void clear();  ///< everything but the hints
  void place(Cell c, Piece p, int rotation);
  void remove(Cell c);

  /// The best turn of a piece on a cell with its present neighbours, and what it costs.
  struct Turn {
    int cost = 0, rotation = 0;
  };
  Turn best_turn(Cell c, Piece p) const { return best_turn(wanted(c), p); }

  /// What exchanging the pieces of two cells, each turned as well as possible, changes in conflicts.
  struct Exchange {
    int change = 0;
    int first_gain = 0;   ///< conflicts that the piece of the first cell loses
    int second_gain = 0;  ///< likewise of the second cell
    int rotation_at_first = 0, rotation_at_second = 0;
  };
  Exchange evaluate(Cell a, Cell b) const;
  void perform(Cell a, Cell b, const Exchange& exchange);
  /// The best turn of the piece on a cell.
  int best_turn_change(Cell c, int& rotation) const;

  /// Pieces on cells where their kind does not belong, or where a hint is, are left out.
  void load(const EdgeBoard& board);
  EdgeBoard board() const;
  Solution solution() const { return {board()}; }

  std::uint64_t placements() const { return placements_; }
  void set_placements(std::uint64_t placements) { placements_ = placements; }

  void save(ByteWriter& out, const Layout& layout) const;
  /// Puts the layout on the board. Throws InputError if it cannot be placed, or has empty cells and must be full.
  enum class Cells { all_filled, some_filled };
  const Layout& restore(ByteReader& in, Cells cells = Cells::all_filled);

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static Word nonzero_bytes(Word x) { return (((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x) & 0x80808080u; }

  Turn best_turn(Word want, Piece p) const;
  /// What a cell would want if its neighbour across `side` showed `neighbour_word`.
  Word wanted_with(Word want, int side, Word neighbour_word) const;
  int side_between(Cell a, Cell b) const;
  void show(Cell c, Word word);
  void sort_cells_and_pieces(const EdgePuzzle& puzzle);

  int width_, height_;
  std::vector<std::array<Word, 4>> words_;  ///< piece, rotation -> its four sides
  std::array<std::uint8_t, 256> mate_{};    ///< stored colour -> stored mate
  std::vector<std::array<Cell, 4>> neighbour_;
  std::vector<int> cell_kind_;
  std::vector<bool> locked_;
  std::array<std::vector<Cell>, 3> cells_of_kind_;
  std::array<std::vector<Piece>, 3> pieces_of_kind_;  ///< hinted ones left out
  std::vector<int> piece_kind_;
  std::vector<Cell> free_cells_;
  std::vector<EdgeHint> hints_;

  Layout now_;
  std::uint64_t placements_ = 0;
};

/// The construction of Peter-Hémon and Lamarche 2025: cells in an inward spiral from the bottom-left corner, the piece
/// with the fewest new conflicts, ties at random. Fills what is empty; nothing on the board is moved.
void fill_greedily(ConflictBoard& board, const EdgePuzzle& puzzle, Rng& rng);
/// The same for given cells in the given order.
void fill_greedily(ConflictBoard& board, const std::vector<ConflictBoard::Cell>& order, Rng& rng);

}  // namespace tesselle::edge
