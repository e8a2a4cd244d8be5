#include "packing/tileability/samples.hpp"

#include <algorithm>

#include "packing/site_search/walk.hpp"

namespace tesselle::packing::tileability {

FeatureIndex::FeatureIndex() {
  const auto number = [this](PointKind kind, std::vector<std::size_t>& table) {
    const auto& features = outline_features(kind);
    table.resize(tiling::full_star(kind) + 1);
    for (Star star = 1; star < tiling::full_star(kind); ++star) {
      const auto at = std::lower_bound(features.begin(), features.end(), canonical_star(kind, star));
      table[star] = stars_.size() + static_cast<std::size_t>(at - features.begin());
    }
    stars_.insert(stars_.end(), features.begin(), features.end());
  };
  number(PointKind::corner, corner_);
  corners_ = stars_.size();
  number(PointKind::middle_up, middle_);
}

std::vector<std::uint16_t> outline_of(const FeatureIndex& index, const tiling::Grid& grid, const tiling::Board& board) {
  std::vector<std::uint16_t> counts(index.size());
  for (tiling::PointNumber point = 8 * grid.stride(); point < 4 * grid.block_count() - 8 * grid.stride(); ++point) {
    const PointKind kind = tiling::kind_of(point);
    const Star star = grid.star(board, point);
    if (star != 0 && star != tiling::full_star(kind)) ++counts[index.of(kind, star)];
  }
  return counts;
}

Sampler::Sampler(const tiling::TilingTables& tables, const FeatureIndex& features)
    : tables_(tables), features_(features), search_(tiling::make_tiling_search(tables)) {}

std::optional<Sample> Sampler::tile(const tiling::Board& board, std::span<const std::uint16_t> available,
                                    std::uint64_t node_limit) {
  const std::size_t kinds = tables_.shapes().pieces().size();
  std::vector<int> copies(kinds), required(kinds);
  for (const std::uint16_t kind : available) copies[kind] = 1;
  search_->start(board, copies, required);

  std::vector<std::uint64_t> used(kinds);
  Sample sample;
  using Event = tiling::TilingWalk::Event;
  tiling::TilingWalk walk(*search_);
  walk.begin();
  std::uint64_t left = node_limit;
  Event event = walk.advance(left);
  for (; event == Event::tiling; event = walk.advance(left)) {
    ++sample.tilings;
    for (const tiling::Spot& spot : search_->path()) ++used[tables_.shapes()[spot.shape].piece];
  }
  nodes_ += node_limit - left;
  if (event == Event::budget_used) return std::nullopt;
  sample.pieces = tiling::free_sectors(board) / std::max(1, tables_.shapes().area_step());
  sample.features = outline_of(features_, tables_.grid(), board);
  sample.available.assign(available.begin(), available.end());
  for (const std::uint16_t kind : available) sample.used.push_back(used[kind]);
  return sample;
}

}  // namespace tesselle::packing::tileability
