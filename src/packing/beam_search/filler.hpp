#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "packing/site_search/grid.hpp"
#include "packing/site_search/shapes.hpp"

namespace tesselle::packing::beam {

/// Fills what a state of the beam leaves free, exhaustively and in slices: a Packer allows holes, an Endgame does not.
class Filler {
 public:
  virtual ~Filler() = default;

  /// Begins with a board and how many of each piece kind are left. False if the board is too large.
  virtual bool begin(const tiling::Board& board, std::span<const int> copies, int known) = 0;
  /// Goes on until done (true), or `budget` placements were made; they are deducted.
  virtual bool work(std::uint64_t& budget) = 0;
  /// The most pieces so far; empty if that is not of interest.
  virtual const std::vector<tiling::Spot>& best() const = 0;
  /// The pieces put down now.
  virtual std::span<const tiling::Spot> path() const = 0;

  /// Where it stands, if it is not done.
  virtual void save(ByteWriter& out) const = 0;
  /// After begin() with the same. Throws InputError if this was not written by save(); whether the best pieces fit on
  /// the board is for the caller to check.
  virtual void restore(ByteReader& in) = 0;
};

}  // namespace tesselle::packing::beam
