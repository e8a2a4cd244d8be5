#include "edge/meet/bottoms.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

#include "base/errors.hpp"

namespace tesselle::edge::meet {
namespace {

constexpr std::size_t filter_bits_per_word = 16;  // in each of the two filters
constexpr unsigned most_table_bits = 18;

/// Fields hold numbers that are no colour's, too.
bool are_colours(const RingPuzzle& ring, Word asked) {
  for (unsigned c = 0; c < ring.words.columns; ++c)
    if (ring.words.asked_at(asked << ring.words.pieces, c) >= ring.mate.size()) return false;
  return true;
}

}  // namespace

Bottoms::Bottoms(const RingPuzzle& ring) : ring_(&ring) {
  const unsigned bits = ring.words.colour_bits * ring.words.columns;
  if (bits > most_table_bits) return;
  std::vector<Word> table(std::size_t{1} << bits, 0);
  for (Word asked = 0; asked < table.size(); ++asked)
    if (are_colours(ring, asked)) table[asked] = turned(asked);
  turned_ = std::move(table);
}

void Bottoms::clear() {
  entries_.clear();
  in_all_ = 0;
  words_.clear();
  groups_.clear();
  filters_.clear();
}

void Bottoms::add(std::span<const Chain> chains, const WordBuffer& fillings) {
  const auto list = static_cast<std::uint32_t>(words_.size()), count = static_cast<std::uint32_t>(fillings.size());
  std::copy(fillings.begin(), fillings.end(), words_.room(fillings.size()));
  words_.grow(fillings.size());
  if (words_.size() > std::numeric_limits<std::uint32_t>::max()) throw InternalError("meet: too many half boards");
  for (const Chain& chain : chains) entries_.push_back({&chain, list, count});
  in_all_ += chains.size() * fillings.size();
}

std::size_t Bottoms::bytes() const {
  const std::size_t filters = std::max(filters_.size() * sizeof(Word), in_all_ * 2 * filter_bits_per_word / 8);
  return entries_.size() * (sizeof(Entry) + sizeof(Group)) + words_.size() * sizeof(Word) + filters;
}

void Bottoms::build_index() {
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.chain->set, a.chain->id) < std::tie(b.chain->set, b.chain->id);
  });
  std::vector<Group> groups;
  std::size_t filter_words = 0;
  for (std::uint32_t begin = 0, end; begin < entries_.size(); begin = end) {
    std::size_t words = 0;
    for (end = begin; end < entries_.size() && entries_[end].chain->set == entries_[begin].chain->set; ++end)
      words += entries_[end].count;
    const std::size_t size = (words * filter_bits_per_word + 63) / 64;
    groups.push_back({entries_[begin].chain->set, begin, end, static_cast<std::uint32_t>(filter_words),
                      static_cast<std::uint32_t>(size)});
    filter_words += 2 * size;
  }
  const int bits = static_cast<int>(std::bit_width(2 * groups.size())) + 1;
  shift_ = 64 - bits;
  groups_.assign(std::size_t{1} << bits, {});
  filters_.assign(filter_words, 0);
  for (const Group& group : groups) {
    insert(group);
    fill_filter(group);
  }
}

void Bottoms::insert(const Group& group) {
  std::size_t slot = home(group.set);
  while (groups_[slot].set != 0) slot = (slot + 1) & (groups_.size() - 1);
  groups_[slot] = group;
}

void Bottoms::fill_filter(const Group& group) {
  for (const Entry& entry : entries(group))
    for (const Word word : fillings(entry)) {
      const Word hash = filter_hash(counterpart(word)), second = second_hash(hash);
      filters_[group.filter + filter_place(hash, group.filter_words)] |= filter_bits(hash);
      filters_[second_place(group, second)] |= filter_bits(second);
    }
}

const Bottoms::Group* Bottoms::find(RingSet set) const {
  if (groups_.empty()) return nullptr;
  for (std::size_t slot = home(set);; slot = (slot + 1) & (groups_.size() - 1)) {
    if (groups_[slot].set == set) return &groups_[slot];
    if (groups_[slot].set == 0) return nullptr;
  }
}

/// What the row below shows to a row that asks for these colours, as the row below asks it: turned by half a turn.
Word Bottoms::turned(Word asked) const {
  const WordLayout& words = ring_->words;
  Word result = 0;
  for (unsigned c = 0; c < words.columns; ++c)
    result |= words.ask(ring_->mate[words.asked_at(asked << words.pieces, c)], words.columns - 1 - c);
  return result;
}

}  // namespace tesselle::edge::meet
