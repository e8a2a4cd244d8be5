#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "packing/beam_search/filler.hpp"
#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "packing/site_search/walk.hpp"

namespace tesselle::packing::beam {

/// Searches the whole tree below a state for a tiling, as `tile` does; pieces may be left over.
class Endgame final : public Filler {
 public:
  explicit Endgame(const tiling::TilingTables& tables);

  /// A tiling is always of interest, so this is true whatever is known already.
  bool begin(const tiling::Board& board, std::span<const int> copies, int known) override;
  /// Done when a tiling is found or there is none.
  bool work(std::uint64_t& budget) override;
  /// The tiling; empty if there is none so far.
  const std::vector<tiling::Spot>& best() const override { return best_; }
  std::span<const tiling::Spot> path() const override { return search_->path(); }

  void save(ByteWriter& out) const override;
  void restore(ByteReader& in) override;

 private:
  const tiling::TilingTables& tables_;
  std::unique_ptr<tiling::TilingSearch> search_;
  tiling::TilingWalk walk_;
  std::vector<tiling::Spot> best_;
};

}  // namespace tesselle::packing::beam
