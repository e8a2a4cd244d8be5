#include "packing/finals/region_filling.hpp"

#include "packing/beam_search/packer.hpp"
#include "packing/finals/region_walker.hpp"

namespace tesselle::packing::finals {
namespace {

constexpr std::uint64_t packer_nodes = 3000;

/// `pieces` are those of the puzzle that the part was laid out with.
void add_pieces(PackingLayout& layout, const PackingLayout& part, const std::vector<std::uint16_t>& pieces) {
  for (PackingPlacement placement : part.placements) {
    placement.piece = PieceId(pieces[placement.piece.index()]);
    layout.placements.push_back(placement);
  }
}

}  // namespace

std::optional<PackingLayout> with_regions_tiled(PackingLayout rest, const PackingPuzzle& drafter,
                                                std::span<const RegionFinals> regions, const Deal& deal,
                                                std::uint64_t& nodes) {
  for (std::size_t r = 0; r < deal.size(); ++r) {
    RegionWalker walker(with_pieces_on(drafter, deal[r], regions[r].hexagon.cells()));
    std::vector<tiling::Spot> tiling;
    nodes += walker.walk(walker.tables().region(), walker.tables().copies(), [&] {
      tiling.assign(walker.path().begin(), walker.path().end());
      return false;
    });
    if (tiling.empty()) return std::nullopt;  // a list that was made for another board
    add_pieces(rest, walker.tables().layout(tiling), deal[r]);
  }
  return rest;
}

PackingLayout with_regions_filled(PackingLayout rest, const PackingPuzzle& drafter,
                                  std::span<const RegionFinals> regions, std::vector<char> left, std::uint64_t& nodes) {
  for (const RegionFinals& region : regions) {
    std::vector<std::uint16_t> pieces;
    for (std::size_t piece = 0; piece < left.size(); ++piece)
      if (left[piece]) pieces.push_back(static_cast<std::uint16_t>(piece));
    const tiling::TilingTables tables(with_pieces_on(drafter, pieces, region.hexagon.cells()));
    beam::Packer packer(tables);
    if (!packer.begin(tables.region(), tables.copies(), 0)) continue;
    std::uint64_t budget = packer_nodes;
    packer.work(budget);
    nodes += packer_nodes - budget;
    const PackingLayout part = tables.layout(packer.best());
    for (const PackingPlacement& placement : part.placements) left[pieces[placement.piece.index()]] = 0;
    add_pieces(rest, part, pieces);
  }
  return rest;
}

}  // namespace tesselle::packing::finals
