#include "packing/beam/endgame.hpp"

namespace tesselle::packing::beam {

template <int Words>
Endgame<Words>::Endgame(const tiling::TilingTables& tables)
    : tables_(tables),
      index_(std::make_unique<tiling::SiteIndex<Words>>(tables.grid(), tables.shapes())),
      search_(std::make_unique<tiling::TilingSearch<Words>>(tables, *index_)),
      walk_(*search_) {}

template <int Words>
bool Endgame<Words>::begin(const tiling::Board& board, std::span<const int> copies, int) {
  std::vector<int> required = tables_.required_copies();
  for (std::size_t kind = 0; kind < required.size(); ++kind) required[kind] -= tables_.copies()[kind] - copies[kind];
  best_.clear();
  search_->start(board, copies, required);
  walk_.begin();
  return true;
}

template <int Words>
bool Endgame<Words>::work(std::uint64_t& budget) {
  using Event = typename tiling::TilingWalk<Words>::Event;
  if (!best_.empty()) return true;
  const Event event = walk_.advance(budget);
  if (event == Event::tiling) best_.assign(search_->path().begin(), search_->path().end());
  return event != Event::budget_used;
}

template <int Words>
void Endgame<Words>::save(ByteWriter& out) const {
  out.array(std::span<const std::uint32_t>(walk_.place()));
}

template <int Words>
void Endgame<Words>::restore(ByteReader& in) {
  if (!walk_.go_to(in.array<std::uint32_t>())) in.refuse();
}

template class Endgame<1>;
template class Endgame<2>;
template class Endgame<4>;
template class Endgame<13>;

}  // namespace tesselle::packing::beam
