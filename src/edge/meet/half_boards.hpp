#pragma once

#include <vector>

#include "edge/meet/fillings.hpp"
#include "edge/meet/ring_puzzle.hpp"
#include "edge/meet/row_filler.hpp"

namespace tesselle::edge::meet {

/// Half boards of one kind, all of them or those of one portion: chains of ring pieces, each with every filling of the
/// inner rows that it encloses. A chain runs clockwise up the left side, along the top and down the right side. A
/// bottom half is kept as the top half that it is when the board is turned by half a turn.
///
/// Chains whose last rows ask the same of the inside share one list of fillings.
class HalfBoards {
 public:
  struct Chain {
    RingSet set = 0;
    std::uint32_t list = 0, count = 0;  ///< its fillings: places list … list + count − 1
    std::uint32_t id = 0;               ///< of its pieces
    std::uint8_t left_corner = 0, right_corner = 0;
    Colour start;  ///< what its first piece shows to the one before it
    Colour asks;   ///< what its last piece asks of the next
  };

  /// Which chains: the corners left and right of the top row, pieces that must or must not be in them.
  struct Portion {
    std::size_t left_corner = 0, right_corner = 0;
    RingSet must = 0, must_not = 0;
  };

  HalfBoards(const RingPuzzle& ring, const RowFiller& filler) : ring_(&ring), filler_(&filler) {}

  /// Beginnings of the top row: small enough to be one step of work each.
  std::vector<std::vector<std::uint8_t>> beginnings() const;
  /// Adds every chain of the portion with this beginning. Returns how many placements and fillings were made.
  std::uint64_t add(const Portion& portion, const std::vector<std::uint8_t>& beginning);
  void sort_by_set();
  void clear();

  const std::vector<Chain>& chains() const { return chains_; }
  std::size_t word_count() const { return words_.size(); }
  /// Border pieces of a chain in the order in which they were laid: the top row, then right and left end of each row.
  std::span<const std::uint8_t> pieces(const Chain& chain) const;
  std::size_t bytes() const;

  RowEnds row_ends(const Chain& chain) const;
  /// The word before any row: what the top row asks.
  Word first_word(std::span<const std::uint8_t> pieces) const;
  /// The fillings of a chain.
  std::span<const Word> list(const Chain& chain) const { return std::span(words_).subspan(chain.list, chain.count); }
  /// The placements of filling number `index` of a chain, cells row by row.
  std::vector<Placed> placements(const Chain& chain, std::uint32_t index) const;

 private:
  struct Builder;
  std::size_t chain_length() const { return ring_->columns() + 2 * ring_->half_rows; }

  const RingPuzzle* ring_;
  const RowFiller* filler_;
  std::vector<Chain> chains_;
  std::vector<std::uint8_t> pieces_;
  std::vector<Word> words_;
};

}  // namespace tesselle::edge::meet
