#pragma once

#include <span>
#include <vector>

#include "edge/meet/chains.hpp"

namespace tesselle::edge::meet {

/// All bottom halves of one portion, found by the set of their ring pieces. Each is kept as the top half that it is
/// when the board is turned by half a turn.
///
/// In front of each set's fillings stands a filter: a few bits per filling, spread by a hash of the word that a top
/// half must have to fit it. Most top halves end there, after one memory access.
class Bottoms {
 public:
  struct Entry {
    Chain chain;
    std::uint32_t id = 0;               ///< of its pieces
    std::uint32_t list = 0, count = 0;  ///< its fillings
    std::uint8_t left_corner = 0, right_corner = 0;
  };
  /// The chains of one set.
  struct Group {
    RingSet set = 0;  ///< 0: none
    std::uint32_t begin = 0, end = 0;
    std::uint32_t filter = 0, filter_words = 0;
  };

  explicit Bottoms(const RingPuzzle& ring) : ring_(&ring) {}

  void clear();
  void add(const Portion& portion, const std::vector<std::uint8_t>& laid, const std::vector<Chain>& chains,
           const WordBuffer& fillings);
  /// Once all are there.
  void build_index();

  std::size_t bytes() const;
  std::size_t size() const { return words_.size(); }

  const Group* find(RingSet set) const;
  std::span<const Entry> entries(const Group& group) const {
    return std::span(entries_).subspan(group.begin, group.end - group.begin);
  }
  std::span<const Word> fillings(const Entry& entry) const { return words_.span(entry.list, entry.count); }
  std::span<const std::uint8_t> pieces(const Entry& entry) const;

  /// A word ready to be asked for: the bits it has in a filter word, and its hash.
  struct Question {
    explicit Question(Word word) : hash(word * 0x9e3779b97f4a7c15u) {
      bits = Word{1} << (hash & 63) | Word{1} << (hash >> 6 & 63) | Word{1} << (hash >> 12 & 63);
    }
    Word hash, bits = 0;
  };
  bool may_have(const Group& group, const Question& question) const {
    return (filters_[filter_place(group, question)] & question.bits) == question.bits;
  }
  /// The word of the other half that touches this one everywhere and has all other pieces; its own inverse.
  Word counterpart(Word word) const;

 private:
  static std::size_t filter_place(const Group& group, const Question& question) {
    return group.filter + static_cast<std::size_t>((question.hash >> 32) * group.filter_words >> 32);
  }
  std::size_t home(RingSet set) const { return static_cast<std::size_t>(set * 0x9e3779b97f4a7c15u >> shift_); }
  void insert(const Group& group);
  void fill_filter(const Group& group);

  const RingPuzzle* ring_;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> pieces_;
  std::size_t chain_length_ = 0;
  WordBuffer words_;
  std::vector<Group> groups_;  ///< an open hash table
  int shift_ = 63;
  std::vector<Word> filters_;
};

}  // namespace tesselle::edge::meet
