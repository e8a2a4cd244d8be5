#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "packing/site_search/piece_set.hpp"
#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"

namespace tesselle::packing::finals {

/// The puzzle on the drafter lattice, if finals can be made for it. Throws UsageError if pieces are congruent, differ
/// in area or may be used several times, or if the puzzle is not one of half triangles.
PackingPuzzle puzzle_for_finals(const PackingPuzzle& puzzle);

/// Some pieces of the puzzle, any of which may be used, on another region. Piece kinds are numbered as in `pieces`.
PackingPuzzle with_pieces_on(const PackingPuzzle& puzzle, std::span<const std::uint16_t> pieces,
                             std::vector<Cell> region);

/// All tilings of a region by some of its pieces. Each thread has its own.
class RegionWalker {
 public:
  explicit RegionWalker(const PackingPuzzle& puzzle) : tables_(puzzle), search_(tiling::make_tiling_search(tables_)) {}

  const tiling::TilingTables& tables() const { return tables_; }
  /// The pieces placed.
  std::span<const tiling::Spot> path() const { return search_->path(); }

  /// Calls on_tiling() for every tiling of the board by these pieces; it returns false to stop. Returns the placements
  /// made.
  std::uint64_t walk(const tiling::Board& board, std::span<const int> copies, const std::function<bool()>& on_tiling);

  /// The same for a part of the tree only: every piece belongs to some of up to 64 groups, and all pieces placed must
  /// have a group in common; every piece has an excess, and those of the pieces placed must never add up to more than
  /// the ceiling.
  struct Limits {
    std::vector<std::uint64_t> groups;  ///< by kind of piece, as bits
    std::vector<double> excess;         ///< by kind of piece
    double ceiling = 0;
  };
  /// What the pieces that are on the board already leave of the limits.
  struct Room {
    std::uint64_t groups = ~std::uint64_t{0};
    double excess = 0;
  };
  static bool enter(Room& room, const Limits& limits, std::size_t piece) {
    room.groups &= limits.groups[piece];
    room.excess += limits.excess[piece];
    return room.groups != 0 && room.excess <= limits.ceiling;
  }
  std::uint64_t walk_within(const Limits& limits, const Room& room, const tiling::Board& board,
                            std::span<const int> copies, const std::function<void()>& on_tiling);

  /// The pieces placed, as a set; the puzzle has no more pieces than fit into it.
  template <int Words>
  tiling::PieceSet<Words> used() const {
    tiling::PieceSet<Words> set;
    for (const tiling::Spot& spot : search_->path()) set.add(tables_.shapes()[spot.shape].piece);
    return set;
  }

  /// The choices at the root of a tree; empty if it is a dead end.
  std::vector<tiling::Spot> first_choices(const tiling::Position& position);

 private:
  std::uint64_t descend(const Limits& limits, const Room& room, const std::function<void()>& on_tiling);

  tiling::TilingTables tables_;
  std::unique_ptr<tiling::TilingSearch> search_;
};

}  // namespace tesselle::packing::finals
