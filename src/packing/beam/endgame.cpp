#include "packing/beam/endgame.hpp"

namespace tesselle::packing::beam {

Endgame::Endgame(const tiling::TilingTables& tables)
    : tables_(tables), search_(tiling::make_tiling_search(tables)), walk_(*search_) {}

bool Endgame::begin(const tiling::Board& board, std::span<const int> copies, int) {
  std::vector<int> required = tables_.required_copies();
  for (std::size_t kind = 0; kind < required.size(); ++kind) required[kind] -= tables_.copies()[kind] - copies[kind];
  best_.clear();
  search_->start(board, copies, required);
  walk_.begin();
  return true;
}

bool Endgame::work(std::uint64_t& budget) {
  using Event = tiling::TilingWalk::Event;
  if (!best_.empty()) return true;
  const Event event = walk_.advance(budget);
  if (event == Event::tiling) best_.assign(search_->path().begin(), search_->path().end());
  return event != Event::budget_used;
}

void Endgame::save(ByteWriter& out) const { out.array(std::span<const std::uint32_t>(walk_.place())); }

void Endgame::restore(ByteReader& in) {
  if (!walk_.go_to(in.array<std::uint32_t>())) in.refuse();
}

}  // namespace tesselle::packing::beam
