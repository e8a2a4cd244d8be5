#include "edge/meet/set_index.hpp"

#include <bit>

namespace tesselle::edge::meet {

void SetIndex::build(const std::vector<HalfBoards::Chain>& chains) {
  std::size_t sets = 0;
  for (std::size_t i = 0; i < chains.size(); ++i) sets += i == 0 || chains[i].set != chains[i - 1].set;
  const int bits = static_cast<int>(std::bit_width(2 * sets)) + 1;
  shift_ = 64 - bits;
  slots_.assign(std::size_t{1} << bits, {});
  for (std::size_t begin = 0, end; begin < chains.size(); begin = end) {
    for (end = begin + 1; end < chains.size() && chains[end].set == chains[begin].set;) ++end;
    std::size_t slot = home(chains[begin].set);
    while (slots_[slot].set != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = {chains[begin].set, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
}

std::span<const HalfBoards::Chain> SetIndex::find(const std::vector<HalfBoards::Chain>& chains, RingSet set) const {
  for (std::size_t slot = home(set);; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot].set == set)
      return std::span(chains).subspan(slots_[slot].begin, slots_[slot].end - slots_[slot].begin);
    if (slots_[slot].set == 0) return {};
  }
}

}  // namespace tesselle::edge::meet
