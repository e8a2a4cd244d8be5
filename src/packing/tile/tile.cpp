#include "packing/tile/tile.hpp"

#include "engine/tree_search.hpp"
#include "packing/tile/tile_space.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using packing::TileSpace;
using packing::tiling::max_piece_kinds;
using packing::tiling::TilingTables;

std::unique_ptr<Engine> make_tile(const Puzzle& puzzle, const EngineConfig&) {
  auto tables = std::make_unique<const TilingTables>(puzzle.packing());
  if (tables->shapes().pieces().size() > max_piece_kinds)
    throw UsageError("engine tile: the puzzle has more than 832 different pieces");
  return std::make_unique<TreeSearch<TileSpace>>(TileSpace(std::move(tables)));
}

std::optional<Recommendation> recommend_tile(const Puzzle& puzzle, const EngineNeeds& needs) {
  if (needs.goal == Goal::best || !packing::tiling::tiles_by_halves(puzzle.packing())) return std::nullopt;
  return Recommendation{"made for pieces of half triangles"};
}

}  // namespace

EngineInfo tile_engine() {
  EngineInfo info;
  info.name = "tile";
  info.family = Family::packing;
  info.complete = true;
  info.abilities = abilities_of<TreeSearch<TileSpace>>();
  info.summary = "exhaustive tiling on the drafter and triangle lattices, most constrained site first";
  info.factory = make_tile;
  info.recommend = recommend_tile;
  return info;
}

}  // namespace tesselle
