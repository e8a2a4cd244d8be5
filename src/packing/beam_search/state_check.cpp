#include "packing/beam_search/state_check.hpp"

#include <algorithm>

namespace tesselle::packing::beam {

StateScore root_score(const tiling::TilingTables& tables, const tileability::ScoreTables& scores) {
  StateScore root;
  for (std::size_t kind = 0; kind < tables.copies().size(); ++kind)
    root.pieces += scores.piece(kind) * std::min(tables.copies()[kind], 1000);
  root.outline = scores.outline(tables.grid(), tables.region());
  return root;
}

StateCheck::StateCheck(const tiling::TilingTables& tables, const tileability::ScoreTables& scores)
    : tables_(tables), scores_(scores), position_(tables.after({})), scores_of_path_{root_score(tables, scores)} {}

bool StateCheck::enter(tiling::Spot spot) {
  if (!can_enter(spot)) return false;
  scores_of_path_.push_back(score_after(spot));
  path_.push_back(spot);
  tables_.put(position_, spot);
  return true;
}

void StateCheck::leave() {
  tables_.take_back(position_, path_.back());
  path_.pop_back();
  scores_of_path_.pop_back();
}

StateScore StateCheck::score_after(tiling::Spot spot) const {
  const tiling::ShapeTable& shapes = tables_.shapes();
  const auto& shape = shapes[spot.shape];
  StateScore result = score();
  result.pieces -= scores_.piece(shape.piece);
  const auto free_at = [&](tiling::PointNumber point) { return tables_.grid().star(position_.board, point); };
  for (const auto& corner : shapes.corners(shape)) {
    const tiling::Star star = free_at(tiling::point_number(spot.position + corner.block, tiling::PointKind::corner));
    result.outline += scores_.corner(star & ~tiling::Star{corner.taken}) - scores_.corner(star);
  }
  for (const auto& middle : shapes.middles(shape)) {
    const tiling::Star star = free_at(4 * spot.position + middle.point);
    result.outline += scores_.middle(star & ~tiling::Star{middle.taken}) - scores_.middle(star);
  }
  return result;
}

void save_path(const std::vector<tiling::Spot>& path, ByteWriter& out) {
  std::vector<PackedSpot> spots;
  for (const tiling::Spot& spot : path) spots.push_back(pack(spot));
  out.array(std::span<const PackedSpot>(spots));
}

std::vector<tiling::Spot> restore_path(ByteReader& in) {
  std::vector<tiling::Spot> path;
  for (const PackedSpot spot : in.array<PackedSpot>()) path.push_back(unpack(spot));
  return path;
}

void save_paths(const std::vector<std::vector<tiling::Spot>>& paths, ByteWriter& out) {
  out.number(paths.size());
  for (const auto& path : paths) save_path(path, out);
}

std::vector<std::vector<tiling::Spot>> restore_paths(const tiling::TilingTables& tables, ByteReader& in) {
  std::vector<std::vector<tiling::Spot>> paths;
  for (std::uint64_t left = in.number(); left > 0; --left) {  // ends with the bytes if the number is a lie
    paths.push_back(restore_path(in));
    if (!tables.after_unknown(paths.back())) in.refuse();
  }
  return paths;
}

}  // namespace tesselle::packing::beam
