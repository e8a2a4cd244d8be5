#include "packing/tile/tile.hpp"

#include "engine/tree_search.hpp"
#include "packing/tile/tile_space.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

using packing::TileSpace;
using packing::tiling::TilingTables;

template <int Words>
std::unique_ptr<Engine> make_for(std::unique_ptr<const TilingTables> tables) {
  return std::make_unique<TreeSearch<TileSpace<Words>>>(TileSpace<Words>(std::move(tables)));
}

std::unique_ptr<Engine> make_tile(const Puzzle& puzzle, const EngineConfig&) {
  auto tables = std::make_unique<const TilingTables>(puzzle.packing());
  const std::size_t pieces = tables->shapes().pieces().size();
  if (pieces <= 64) return make_for<1>(std::move(tables));
  if (pieces <= 128) return make_for<2>(std::move(tables));
  if (pieces <= 256) return make_for<4>(std::move(tables));
  if (pieces <= 832) return make_for<13>(std::move(tables));
  throw UsageError("engine tile: the puzzle has more than 832 different pieces");
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
  info.abilities = abilities_of<TreeSearch<TileSpace<1>>>();
  info.summary = "exhaustive tiling on the drafter and triangle lattices, most constrained site first";
  info.factory = make_tile;
  info.recommend = recommend_tile;
  return info;
}

}  // namespace tesselle
