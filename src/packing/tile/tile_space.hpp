#pragma once

#include <memory>

#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing {

/// A puzzle's tables and the tree of its tilings. A SearchSpace (engine/tree_search.hpp).
class TileSpace {
 public:
  explicit TileSpace(std::unique_ptr<const tiling::TilingTables> tables)
      : tables_(std::move(tables)), search_(tiling::make_tiling_search(*tables_)) {
    search_->start(tables_->region(), tables_->copies(), tables_->required_copies());
  }

  std::uint32_t depth_limit() const { return search_->depth_limit(); }
  std::uint32_t open() { return search_->open(); }
  void close() { search_->close(); }
  bool take(std::uint32_t candidate) { return search_->take(candidate); }
  void undo() { search_->undo(); }
  bool solved() const { return search_->solved(); }
  Solution solution() const { return {tables_->layout(search_->path())}; }
  int pieces_placed() const { return tables_->hint_count() + static_cast<int>(search_->path().size()); }

 private:
  std::unique_ptr<const tiling::TilingTables> tables_;
  std::unique_ptr<tiling::TilingSearch> search_;
};

}  // namespace tesselle::packing
