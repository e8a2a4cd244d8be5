#pragma once

#include <span>
#include <utility>
#include <vector>

#include "edge/meet/row_filler.hpp"

namespace tesselle::edge::meet {

/// Ring pieces around the first rows of a board: up its left side, along the top, down its right side. The order of
/// those that leave the sides as they are is not kept; ChainLister finds it again.
struct Chain {
  SideWord sides = 0;  ///< what its border pieces ask of the inside: the top row, then right and left end of each row
  RingSet set = 0;
  Colour start;  ///< what its first piece shows to the one before it
  Colour asks;   ///< what its last piece asks of the next
  std::uint8_t left_corner = 0, right_corner = 0;

  friend auto operator<=>(const Chain&, const Chain&) = default;
};

/// Which chains: pieces that must or must not be in them, and the corners left and right of the top row.
struct Portion {
  RingSet must = 0, must_not = 0;
  unsigned may_miss = 0;  ///< of those that must
  std::uint8_t left_corner = 0, right_corner = 0;
};

using Chains = Buffer<Chain>;

/// Lists chains around a number of inner rows.
class ChainLister {
 public:
  ChainLister(const RingPuzzle& ring, unsigned rows);

  /// Beginnings of the top row that ask the same of the inside: each group is a task of work, small enough; all chains
  /// that are alike are in the same. In no order, so that the first few tell how long all will take.
  std::size_t beginnings() const { return beginnings_.size(); }
  /// Appends the chains of a portion that begin like that; returns how many placements were made.
  std::uint64_t list(const Portion& portion, std::size_t beginnings, Chains& into) const;
  /// The border pieces of the chain in every order that makes it, in the order of its sides.
  std::vector<std::vector<std::uint8_t>> orders(const Chain& chain) const;
  /// Border pieces that may come after a piece that asks for this colour, and before one that shows it.
  RingSet showing(Colour colour) const { return showing_[colour.index()]; }
  RingSet asking(Colour colour) const { return asking_[colour.index()]; }

 private:
  struct Builder;
  const RingPuzzle& ring_;
  unsigned rows_;
  std::vector<RingSet> showing_, asking_;  ///< per colour: border pieces that show it first, that ask for it last
  using Beginning = std::vector<std::uint8_t>;
  std::vector<std::vector<Beginning>> beginnings_;
};

/// What fits inside a chain depends on its sides alone, and very many chains have the same sides (on owen-7x7 six of
/// them, on average), so chains are sorted by sides and the inside is filled once for all that are alike. Of equal
/// chains one is kept. Each group of beginnings is sorted separately, so that no sort takes long.
void sort_by_sides(Chains& chains);
/// The chains from `first` on that have the same sides.
std::span<const Chain> alike(const Chains& chains, std::size_t first);

/// Every filling inside chains of given sides. Sides that begin alike share the rows at their beginning, so it is worth
/// asking in sorted order.
template <class Word>
class InsideFiller {
 public:
  InsideFiller(const RingPuzzle& ring, const RowFiller<Word>& rows_filler, unsigned rows);

  const WordBuffer<Word>& fillings(SideWord sides);
  /// Fillings of rows made since it was asked last.
  std::uint64_t take_nodes() { return std::exchange(nodes_, 0); }
  /// Shares nothing with what was asked before.
  void forget() { any_ = false; }
  std::size_t bytes_held() const;

 private:
  unsigned side(SideWord sides, unsigned place) const {
    const unsigned bits = ring_.words.colour_bits;
    return static_cast<unsigned>(sides >> (bits * (length_ - 1 - place))) & ring_.words.colour_mask();
  }
  /// The sides of the top row and the first rows.
  SideWord beginning(SideWord sides, unsigned rows) const {
    return sides >> (2 * ring_.words.colour_bits * (static_cast<unsigned>(fillings_.size()) - 1 - rows));
  }

  const RingPuzzle& ring_;
  const RowFiller<Word>& filler_;
  unsigned length_;
  std::vector<WordBuffer<Word>> fillings_;  ///< after each row
  typename RowFiller<Word>::Scratch scratch_;
  SideWord last_ = 0;
  bool any_ = false;
  std::uint64_t nodes_ = 0;
};

}  // namespace tesselle::edge::meet
