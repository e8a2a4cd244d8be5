#pragma once

#include <span>
#include <vector>

#include "edge/meet/chains.hpp"
#include "edge/meet/questions.hpp"

namespace tesselle::edge::meet {

/// All bottom halves of one portion, found by the set of their ring pieces. Each is kept as the top half that it is
/// when the board is turned by half a turn.
///
/// In front of each set's fillings stands a filter: a few bits per filling, spread by a hash of the word that a top
/// half must have to fit it. Most top halves end there, after one memory access.
class Bottoms {
 public:
  struct Entry {
    const Chain* chain = nullptr;
    std::uint32_t list = 0, count = 0;  ///< its fillings
  };
  /// The chains of one set.
  struct Group {
    RingSet set = 0;  ///< 0: none
    std::uint32_t begin = 0, end = 0;
    std::uint32_t filter = 0, filter_words = 0;  ///< two filters, one behind the other
  };

  explicit Bottoms(const RingPuzzle& ring);

  void clear();
  /// Chains with these fillings; they must stay where they are.
  void add(std::span<const Chain> chains, const WordBuffer& fillings);
  /// Once all are there.
  void build_index();

  std::size_t bytes() const;
  std::size_t size() const { return in_all_; }

  const Group* find(RingSet set) const;
  std::span<const Entry> entries(const Group& group) const {
    return std::span(entries_).subspan(group.begin, group.end - group.begin);
  }
  std::span<const Word> fillings(const Entry& entry) const { return words_.span(entry.list, entry.count); }

  /// A group's first filter.
  const Word* filter(const Group& group) const { return filters_.data() + group.filter; }
  /// Asks the second one, for those that the first let pass.
  bool may_still_have(const Group& group, Word hash) const {
    const Word bits = filter_bits(second_hash(hash));
    return (filters_[second_place(group, second_hash(hash))] & bits) == bits;
  }
  /// The word of the other half that touches this one everywhere and has all other pieces; its own inverse.
  Word counterpart(Word word) const {
    const Word pieces = ring_->words.piece_mask() & ~word;
    const auto asked = static_cast<std::size_t>(ring_->words.asked(word));
    return pieces | (turned_.empty() ? turned(asked) : turned_[asked]);
  }

 private:
  static std::size_t second_place(const Group& group, Word hash) {
    return group.filter + group.filter_words + filter_place(hash, group.filter_words);
  }
  std::size_t home(RingSet set) const { return static_cast<std::size_t>(set * 0x9e3779b97f4a7c15u >> shift_); }
  Word turned(Word asked) const;
  void insert(const Group& group);
  void fill_filter(const Group& group);

  const RingPuzzle* ring_;
  std::vector<Word> turned_;  ///< per asked colours of a row, unless they are too many
  std::vector<Entry> entries_;
  WordBuffer words_;
  std::size_t in_all_ = 0;     ///< bottom halves: chains times fillings
  std::vector<Group> groups_;  ///< an open hash table
  int shift_ = 63;
  std::vector<Word> filters_;
};

}  // namespace tesselle::edge::meet
