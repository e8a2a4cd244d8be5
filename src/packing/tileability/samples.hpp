#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/tileability/model.hpp"

namespace tesselle::packing::tileability {

/// Numbers the features of outlines: canonical corner stars, then middle stars.
class FeatureIndex {
 public:
  FeatureIndex();
  std::size_t size() const { return stars_.size(); }
  std::size_t corner_count() const { return corners_; }
  std::size_t of(PointKind kind, Star free) const { return (kind == PointKind::corner ? corner_ : middle_)[free]; }
  Star star(std::size_t feature) const { return stars_[feature]; }

 private:
  std::vector<Star> stars_;
  std::size_t corners_ = 0;
  std::vector<std::size_t> corner_, middle_;
};

/// One experiment: a region met in a search, tiled in all ways with more pieces than it needs.
struct Sample {
  int pieces = 0;                        ///< the size of the region
  std::vector<std::uint16_t> features;   ///< how often each feature occurs on its outline
  std::vector<std::uint16_t> available;  ///< piece kinds it was tiled with
  std::vector<std::uint64_t> used;       ///< for each of them: tilings that use it
  std::uint64_t tilings = 0;
};

std::vector<std::uint16_t> outline_of(const FeatureIndex& index, const tiling::Grid& grid, const tiling::Board& board);

/// Tiles regions with spare pieces, all of one size.
class Sampler {
 public:
  Sampler(const tiling::TilingTables& tables, const FeatureIndex& features);
  /// All tilings of the board by some of the `available` kinds, one copy each; nullopt if that takes more than
  /// `node_limit` placements.
  std::optional<Sample> tile(const tiling::Board& board, std::span<const std::uint16_t> available,
                             std::uint64_t node_limit);
  /// Placements made so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  const tiling::TilingTables& tables_;
  const FeatureIndex& features_;
  std::unique_ptr<tiling::TilingSearch> search_;
  std::uint64_t nodes_ = 0;
};

}  // namespace tesselle::packing::tileability
