#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "edge/local_search/conflict_board.hpp"

namespace tesselle::edge::repair {

/// Refills a few cells of a full board with the pieces they hold: branch and bound over all possibilities, so that
/// "nothing better" is a proof if the budget lasted.
///
/// The pieces of the window are bits of a word. For each empty cell there are five sets: the pieces that can be placed
/// there with at most 0, 1, … 4 conflicts towards what is known around it; they are counted side by side for all pieces
/// with a dozen word operations per turn, and only the neighbours of a placement change. The bound is the sum of the
/// least cost of every empty cell, plus one for each cell whose only cheapest piece is also the only cheapest one of
/// another. The cell with the fewest pieces within the bound comes next.
class Window {
 public:
  using Cell = ConflictBoard::Cell;
  static constexpr std::size_t max_cells = 64;

  explicit Window(const ConflictBoard& board);

  enum class Aim { better, level };  ///< level: a different filling as good as the old one will do
  struct Result {
    int change = 0;         ///< conflicts gained (negative: fewer); applied to the board
    bool moved = false;     ///< the board is another one now
    bool finished = false;  ///< the budget lasted: no filling is better than the board as it is now
    std::uint64_t nodes = 0;
  };
  /// `cells`: different, unlocked, at most max_cells. `allowance`: by how much a different filling may be worse.
  Result solve(ConflictBoard& board, std::span<const Cell> cells, Aim aim, Rng& rng, std::uint64_t budget,
               int allowance = 0);

 private:
  using Word = ConflictBoard::Word;
  using Pieces = std::uint64_t;
  static constexpr int nowhere = -1;
  static constexpr int max_cost = 4;

  /// An empty cell: what is known around it, and the pieces by what they cost there.
  struct Site {
    Word wanted = 0;
    std::array<Pieces, max_cost + 1> within{};  ///< [k]: pieces of its kind that cost at most k
  };
  struct Laid {
    int piece = 0, rotation = 0;
  };

  void open(ConflictBoard& board, std::span<const Cell> cells);
  void sort_pieces(const ConflictBoard& board, std::span<const Cell> cells);
  void refresh(Site& site, Pieces kind) const;
  void search(int cost);
  void lay(int site, Laid laid, int cost);
  int choose_site(int cost, int& most) const;
  void keep(int cost);
  bool same_as_before() const;
  void tell_neighbours(int site, Word word, std::array<Site, 4>& before);
  void restore_neighbours(int site, const std::array<Site, 4>& before);

  const ConflictBoard* tables_;
  std::vector<int> site_of_cell_;

  int count_ = 0;
  std::array<Cell, max_cells> cell_{};
  std::array<std::array<int, 4>, max_cells> beside_{};  ///< the site across each side, or nowhere
  std::array<Pieces, max_cells> kind_{};                ///< pieces that belong there
  std::array<Site, max_cells> site_{};
  std::array<int, max_cells> piece_{};
  std::array<Laid, max_cells> laid_{}, before_{}, best_{};
  std::array<std::array<Pieces, 256>, 4> shows_{};  ///< side, colour -> pieces that show it unturned
  Pieces available_ = 0;
  Pieces empty_ = 0;  ///< sites

  int limit_ = 0;  ///< fillings above are of no use
  bool found_ = false;
  int old_cost_ = 0;
  std::uint64_t nodes_ = 0, budget_ = 0;
  std::uint64_t shift_ = 0;  ///< where candidate lists begin; random
};

}  // namespace tesselle::edge::repair
