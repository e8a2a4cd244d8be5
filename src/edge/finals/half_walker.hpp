#pragma once

#include <vector>

#include "base/bytes.hpp"
#include "edge/tables/oriented.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::edge {

/// What both halves of any puzzle are made from: pieces as kinds in distinct rotations, and where they may be placed.
struct Values {
  explicit Values(const EdgePuzzle& of);

  const EdgePuzzle* puzzle;
  PieceKinds kinds;
  std::vector<OrientedKind> oriented;
  std::vector<std::uint16_t> copies;                ///< per kind, hinted ones left out
  std::vector<std::vector<std::uint16_t>> allowed;  ///< per square: by frame and hint
  std::vector<bool> hinted;                         ///< per square
};

/// Walks every filling of some cells in a given order, depth first, stopping at each complete one.
class HalfWalker {
 public:
  HalfWalker(const Values& values, std::vector<Square> cells);

  enum class Stop { filled, exhausted, budget };
  /// Goes on to the next complete filling, making at most `nodes` placements (those made are taken off).
  Stop next(std::uint64_t& nodes);
  void rewind();

  /// Where it stands: how many values of each cell were tried, the last of them being there where one is.
  struct Place {
    std::vector<std::uint32_t> tried;
    std::size_t filled = 0;
    bool ended = false;

    void save(ByteWriter& out) const;
    static Place read(ByteReader& in);
  };
  Place place() const { return {next_candidate_, taken_.size(), ended_}; }
  /// False if there is no such place; then it is somewhere else.
  bool go_to(const Place& place);

  /// How much of the tree is behind it, if every value of a cell has as much below it.
  double fraction() const;

  const std::vector<Square>& cells() const { return cells_; }
  /// Value at each cell in the order of cells().
  const std::vector<std::uint16_t>& filling() const { return taken_; }

 private:
  struct Neighbour {
    std::size_t earlier = 0;  ///< position in cells()
    Side side = Side::north;  ///< of this cell
  };
  bool fits(std::size_t position, std::uint16_t value) const;
  void take_back();

  const Values* values_;
  std::vector<Square> cells_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<std::uint16_t> copies_left_;
  std::vector<std::uint16_t> taken_;
  std::vector<std::uint32_t> next_candidate_;
  bool ended_ = false;
};

}  // namespace tesselle::edge
