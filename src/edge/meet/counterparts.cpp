#include "edge/meet/counterparts.hpp"

namespace tesselle::edge::meet {
namespace {

constexpr unsigned max_table_bits = 18;

}  // namespace

Counterparts::Counterparts(const RingPuzzle& ring) : words_(ring.words), mate_(ring.mate) {
  // Fields can also hold numbers that are not colours; those are never looked up.
  mate_.resize(std::size_t{1} << words_.colour_bits, 0);
  const unsigned bits = words_.colour_bits * words_.columns;
  if (bits > max_table_bits) return;
  std::vector<std::uint32_t> table(std::size_t{1} << bits);
  for (Word asked = 0; asked < table.size(); ++asked)
    table[asked] = static_cast<std::uint32_t>(turned(asked) >> words_.pieces);
  table_ = std::move(table);
}

Word Counterparts::turned(Word asked) const {
  Word result = 0;
  for (unsigned c = 0; c < words_.columns; ++c)
    result |= words_.ask(mate_[words_.asked_at(asked << words_.pieces, c)], words_.columns - 1 - c);
  return result;
}

}  // namespace tesselle::edge::meet
