#include "edge/meet/counterparts.hpp"

#include <algorithm>

namespace tesselle::edge::meet {
namespace {

constexpr unsigned max_table_bits = 18;

}  // namespace

template <class Word>
Counterparts<Word>::Counterparts(const RingPuzzle& ring) : words_(ring.words) {
  const unsigned at_once = max_table_bits / words_.colour_bits;
  for (unsigned first = 0; first < words_.columns; first += at_once)
    groups_.push_back(make_group(ring, first, std::min(at_once, words_.columns - first)));
}

/// Fields can also hold numbers that are not colours; those are never looked up.
template <class Word>
typename Counterparts<Word>::Group Counterparts<Word>::make_group(const RingPuzzle& ring, unsigned first,
                                                                  unsigned count) const {
  const unsigned bits = words_.colour_bits;
  Group group{bits * first, bits * (words_.columns - first - count), (std::uint64_t{1} << (bits * count)) - 1, {}};
  group.turned.resize(std::size_t{1} << (bits * count));
  for (std::uint32_t asked = 0; asked < group.turned.size(); ++asked)
    for (unsigned c = 0; c < count; ++c) {
      const std::uint32_t colour = asked >> (bits * c) & words_.colour_mask();
      const std::uint32_t mate = colour < ring.mate.size() ? ring.mate[colour] : 0;
      group.turned[asked] |= mate << (bits * (count - 1 - c));
    }
  return group;
}

template class Counterparts<Word64>;
template class Counterparts<Word128>;

}  // namespace tesselle::edge::meet
