#pragma once

#include <span>
#include <vector>

#include "edge/meet/row_filler.hpp"

namespace tesselle::edge::meet {

/// Ring pieces around the first rows of a board: up its left side, along the top, down its right side.
struct Chain {
  RingSet set = 0;
  Word sides = 0;  ///< what its border pieces ask of the inside: the top row, then right and left end of each row
  std::uint32_t id = 0;
  Colour start;  ///< what its first piece shows to the one before it
  Colour asks;   ///< what its last piece asks of the next
  std::uint8_t left_corner = 0, right_corner = 0;
};

/// Which chains: pieces that must or must not be in them, and the corners left and right of the top row.
struct Portion {
  RingSet must = 0, must_not = 0;
  std::uint8_t left_corner = 0, right_corner = 0;
};

/// All chains around a number of inner rows, or those of some portions.
///
/// What can lie inside a chain depends on its sides alone, and very many chains have the same sides (on owen-7x7 six of
/// them, on average), so chains are sorted by sides and the inside is filled once for all that are alike.
class ChainList {
 public:
  ChainList(const RingPuzzle& ring, unsigned rows);

  /// Beginnings of the top row: small enough to be one step of work each.
  const std::vector<std::vector<std::uint8_t>>& beginnings() const { return beginnings_; }
  /// Adds the chains of a portion that begin like that; returns how many placements were made.
  std::uint64_t add(const Portion& portion, const std::vector<std::uint8_t>& beginning);
  void sort_by_sides();
  void clear();

  const std::vector<Chain>& chains() const { return chains_; }
  /// Border pieces of a chain, in the order of its sides.
  std::span<const std::uint8_t> pieces(const Chain& chain) const {
    return std::span(pieces_).subspan(chain.id * length(), length());
  }
  std::size_t bytes() const { return chains_.size() * sizeof(Chain) + pieces_.size(); }
  std::size_t length() const { return ring_.columns() + 2 * rows_; }

 private:
  struct Builder;
  const RingPuzzle& ring_;
  unsigned rows_;
  std::vector<std::vector<std::uint8_t>> beginnings_;
  std::vector<Chain> chains_;
  std::vector<std::uint8_t> pieces_;
};

/// Every filling inside chains of given sides. Sides that begin alike share the rows at their beginning, so it is worth
/// asking in sorted order.
class InsideFiller {
 public:
  InsideFiller(const RingPuzzle& ring, RowFiller& closed_rows, unsigned rows);

  const WordBuffer& fillings(Word sides);
  std::uint64_t nodes() const { return nodes_; }

 private:
  unsigned side(Word sides, unsigned place) const {
    const unsigned bits = ring_.words.colour_bits;
    return static_cast<unsigned>(sides >> (bits * (length_ - 1 - place)) & ring_.words.colour_mask());
  }
  /// The sides of the top row and the first rows.
  Word beginning(Word sides, unsigned rows) const {
    return sides >> (2 * ring_.words.colour_bits * (static_cast<unsigned>(fillings_.size()) - 1 - rows));
  }

  const RingPuzzle& ring_;
  RowFiller& filler_;
  unsigned length_;
  std::vector<WordBuffer> fillings_;  ///< after each row
  Word last_ = 0;
  bool any_ = false;
  std::uint64_t nodes_ = 0;
};

}  // namespace tesselle::edge::meet
