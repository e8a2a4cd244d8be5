#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle {

/// Finds pieces by the sides that they show, and remembers which ones were taken.
class PieceFinder {
 public:
  explicit PieceFinder(const EdgePuzzle& puzzle);

  /// Each piece that can be turned to show these sides, with the first rotation that does; empty if none can.
  const std::vector<Placed>& showing(const Sides& sides) const;

  bool is_taken(PieceId piece) const { return taken_[piece.index()]; }
  void take(PieceId piece) { taken_[piece.index()] = true; }
  /// Takes the first piece of showing() that is free, if there is one.
  std::optional<Placed> take_one(const Sides& sides);

 private:
  struct Candidates {
    std::vector<Placed> placed;
    std::size_t next = 0;  ///< candidates before it are taken
  };
  std::map<Sides, Candidates> by_sides_;
  std::vector<bool> taken_;
};

}  // namespace tesselle
