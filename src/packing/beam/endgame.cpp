#include "packing/beam/endgame.hpp"

namespace tesselle::packing::beam {

template <int Words>
Endgame<Words>::Endgame(const tiling::TilingTables& tables)
    : tables_(tables),
      index_(std::make_unique<tiling::SiteIndex<Words>>(tables.grid(), tables.shapes())),
      search_(std::make_unique<tiling::TilingSearch<Words>>(tables, *index_)) {}

template <int Words>
bool Endgame<Words>::begin(const tiling::Board& board, std::span<const int> copies, int) {
  std::vector<int> required = tables_.required_copies();
  for (std::size_t kind = 0; kind < required.size(); ++kind) required[kind] -= tables_.copies()[kind] - copies[kind];
  best_.clear();
  search_->start(board, copies, required);
  levels_.assign(1, {0, search_->open()});
  return true;
}

template <int Words>
bool Endgame<Words>::work(std::uint64_t& budget) {
  while (best_.empty() && !levels_.empty()) {
    Level& level = levels_.back();
    if (level.next == level.count) {
      search_->close();
      levels_.pop_back();
      if (!levels_.empty()) search_->undo();
      continue;
    }
    if (budget == 0) return false;
    --budget;
    search_->take(level.next++);
    levels_.push_back({0, search_->open()});
    if (search_->solved()) best_.assign(search_->path().begin(), search_->path().end());
  }
  return true;
}

template class Endgame<1>;
template class Endgame<2>;
template class Endgame<4>;
template class Endgame<13>;

}  // namespace tesselle::packing::beam
