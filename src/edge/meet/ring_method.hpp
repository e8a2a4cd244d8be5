#pragma once

#include <optional>
#include <vector>

#include "edge/meet/half_boards.hpp"
#include "edge/meet/method.hpp"
#include "edge/meet/pairs.hpp"
#include "edge/meet/set_index.hpp"

namespace tesselle::edge::meet {

/// Framed puzzles with different pieces: a top half and a bottom half make a board if their chains close to a ring and
/// their insides share no piece.
///
/// The ring comes first because it decides most: the chains of a top half must leave exactly the border pieces of a
/// bottom half (and two more if an inner row lies between the halves), and the colours where they touch must fit.
/// Only for such pairs of chains are the fillings compared: for equal words if the halves touch, for disjoint pieces
/// if a row lies between them, which is then filled with the pieces that are left.
///
/// One corner piece stays in the top left corner (of a board that is not square: in the top row), so that of each
/// orbit of rotations one board is found. What does not fit into memory is done in portions: some border pieces are
/// told to be in the top half or not.
class RingMethod final : public Method {
 public:
  RingMethod(const EdgePuzzle& puzzle, RingPuzzle ring, std::size_t memory, PairKernels kernels);

  bool step() override;
  std::uint64_t nodes() const override { return nodes_; }
  std::size_t found() const override { return found_.size(); }
  Solution board(std::size_t index) const override;
  bool one_of_each_orbit() const override { return true; }
  Statistics statistics() const override;

 private:
  using Chain = HalfBoards::Chain;
  enum class Phase { tops, bottoms, join };

  /// Part of the work: the top half's corners, and border pieces that are or are not in it.
  struct Portion {
    HalfBoards::Portion top;
    std::size_t dividers = 0;  ///< border pieces 0 … decided
  };
  struct Found {
    const Chain *top = nullptr, *bottom = nullptr;
    Pair words;
    std::uint8_t left = 0, right = 0;  ///< border pieces of the middle row
    std::uint32_t middle = 0;          ///< which filling of it
  };

  void next_portion();
  void add_tops();
  void add_bottoms();
  void split_if_too_big();
  HalfBoards::Portion bottom_portion(bool swapped) const;

  void join(const Chain& top);
  void join_touching(const Chain& top);
  void join_across_row(const Chain& top);
  void join_ring(const Chain& top, const Chain& bottom, std::uint8_t left, std::uint8_t right);
  bool columns_have_pieces(Word top, Word bottom, Word left_over) const;
  std::uint32_t middle_fillings(Word top, Word bottom, std::uint8_t left, std::uint8_t right) const;
  Word answer(Word top) const;

  void lay_half(EdgeBoard& board, const HalfBoards& half, const Chain& chain, std::uint32_t word, bool bottom) const;
  void lay_middle(EdgeBoard& board, const Found& found) const;

  EdgePuzzle puzzle_;
  RingPuzzle ring_;
  std::size_t memory_;
  PairKernels kernels_;
  RowFiller filler_;
  std::vector<Word>
      column_pieces_;  ///< per colours asked from north and south: pieces that show them on opposite sides
  HalfBoards tops_, bottoms_;
  std::vector<std::vector<std::uint8_t>> beginnings_;
  std::vector<Portion> portions_;  ///< still to do
  std::optional<Portion> portion_;
  Phase phase_ = Phase::tops;
  std::size_t next_ = 0;  ///< beginning or chain
  SetIndex index_;

  std::vector<Word> room_, answers_;
  std::vector<Group> groups_;
  std::vector<Pair> pairs_;
  std::vector<Found> found_;
  std::uint64_t nodes_ = 0, rings_ = 0, met_ = 0, halves_ = 0, portions_done_ = 0, splits_ = 0;
  std::size_t most_bytes_ = 0;
};

}  // namespace tesselle::edge::meet
