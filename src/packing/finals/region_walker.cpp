#include "packing/finals/region_walker.hpp"

#include <algorithm>
#include <limits>

#include "packing/site_search/walk.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::packing::finals {

PackingPuzzle puzzle_for_finals(const PackingPuzzle& puzzle) {
  PackingPuzzle drafter = tiling::as_drafter_puzzle(puzzle);
  if (!tiling::tiles_by_halves(drafter))
    throw UsageError("finals: the region and the pieces must be made of half triangles, and every cell be covered");
  const auto classes = congruence_classes(drafter);
  if (classes.empty() || *std::max_element(classes.begin(), classes.end()) + 1 != static_cast<int>(classes.size()))
    throw UsageError("finals: all pieces must differ");
  for (const PackingPiece& piece : drafter.pieces) {
    if (piece.max_copies != 1) throw UsageError("finals: there must be one copy of each piece");
    if (piece.cells.size() != drafter.pieces.front().cells.size())
      throw UsageError("finals: all pieces must have the same area");
  }
  return drafter;
}

PackingPuzzle with_pieces_on(const PackingPuzzle& puzzle, std::span<const std::uint16_t> pieces,
                             std::vector<Cell> region) {
  PackingPuzzle result;
  result.lattice = puzzle.lattice;
  result.region = std::move(region);
  for (const std::uint16_t piece : pieces) {
    result.pieces.push_back(puzzle.pieces[piece]);
    result.pieces.back().min_copies = 0;
  }
  return result;
}

std::uint64_t RegionWalker::walk(const tiling::Board& board, std::span<const int> copies,
                                 const std::function<bool()>& on_tiling) {
  const std::vector<int> none_required(copies.size());
  search_->start(board, copies, none_required);
  tiling::TilingWalk walk(*search_);
  walk.begin();
  constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t left = no_limit;
  while (walk.advance(left) == tiling::TilingWalk::Event::tiling)
    if (!on_tiling()) break;
  return no_limit - left;
}

std::uint64_t RegionWalker::walk_within(const Limits& limits, const Room& room, const tiling::Board& board,
                                        std::span<const int> copies, const std::function<void()>& on_tiling) {
  const std::vector<int> none_required(copies.size());
  search_->start(board, copies, none_required);
  return descend(limits, room, on_tiling);
}

std::uint64_t RegionWalker::descend(const Limits& limits, const Room& room, const std::function<void()>& on_tiling) {
  std::uint64_t nodes = 0;
  const std::uint32_t choices = search_->open();
  for (std::uint32_t choice = 0; choice < choices; ++choice) {
    Room below = room;
    if (!enter(below, limits, tables_.shapes()[search_->candidates()[choice].shape].piece)) continue;
    ++nodes;
    search_->take(choice);
    if (search_->solved())
      on_tiling();
    else
      nodes += descend(limits, below, on_tiling);
    search_->undo();
  }
  search_->close();
  return nodes;
}

std::vector<tiling::Spot> RegionWalker::first_choices(const tiling::Position& position) {
  const std::vector<int> none_required(position.copies.size());
  search_->start(position.board, position.copies, none_required);
  search_->open();
  const auto spots = search_->candidates();
  std::vector<tiling::Spot> choices(spots.begin(), spots.end());
  search_->close();
  return choices;
}

}  // namespace tesselle::packing::finals
