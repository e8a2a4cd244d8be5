#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/site_search/walk.hpp"

namespace tesselle::packing::finals {

/// The puzzle on the drafter lattice, if finals can be made for it. Throws UsageError if pieces are congruent, differ
/// in area or may be used several times, or if the puzzle is not one of half triangles.
PackingPuzzle puzzle_for_finals(const PackingPuzzle& puzzle);

/// Some pieces of the puzzle, any of which may be used, on another region. Piece kinds are numbered as in `pieces`.
PackingPuzzle with_pieces_on(const PackingPuzzle& puzzle, std::span<const std::uint16_t> pieces,
                             std::vector<Cell> region);

/// All tilings of a region by some of its pieces. Each thread has its own.
template <int Words>
class RegionWalker {
 public:
  explicit RegionWalker(const PackingPuzzle& puzzle)
      : tables_(puzzle),
        index_(std::make_unique<tiling::SiteIndex<Words>>(tables_.grid(), tables_.shapes())),
        search_(std::make_unique<tiling::TilingSearch<Words>>(tables_, *index_)) {}

  const tiling::TilingTables& tables() const { return tables_; }
  /// The pieces put down.
  std::span<const tiling::Spot> path() const { return search_->path(); }

  /// Calls on_tiling() for every tiling of the board by these pieces; it returns false to stop. Returns the placements
  /// made.
  template <class OnTiling>
  std::uint64_t walk(const tiling::Board& board, std::span<const int> copies, OnTiling&& on_tiling) {
    using Walk = tiling::TilingWalk<Words>;
    const std::vector<int> none_required(copies.size());
    search_->start(board, copies, none_required);
    Walk walk(*search_);
    walk.begin();
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
    while (walk.advance(left) == Walk::Event::tiling)
      if (!on_tiling()) break;
    return std::numeric_limits<std::uint64_t>::max() - left;
  }

  /// The pieces used, as a set.
  tiling::PieceSet<Words> used() const {
    tiling::PieceSet<Words> set;
    for (const tiling::Spot& spot : search_->path()) set.add(tables_.shapes()[spot.shape].piece);
    return set;
  }

  /// The choices at the root of a tree; empty if it is a dead end.
  std::vector<tiling::Spot> first_choices(const tiling::Position& position) {
    const std::vector<int> none_required(position.copies.size());
    search_->start(position.board, position.copies, none_required);
    search_->open();
    const auto spots = search_->candidates();
    std::vector<tiling::Spot> choices(spots.begin(), spots.end());
    search_->close();
    return choices;
  }

 private:
  tiling::TilingTables tables_;
  std::unique_ptr<tiling::SiteIndex<Words>> index_;
  std::unique_ptr<tiling::TilingSearch<Words>> search_;
};

}  // namespace tesselle::packing::finals
