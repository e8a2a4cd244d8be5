#pragma once

#include <cstdint>
#include <vector>

#include "edge/meet/word_buffer.hpp"

namespace tesselle::edge::meet {

/// How words are spread over a filter: the filter word that a hash picks, and the bits in it.
inline Word filter_hash(Word word) { return word * 0x9e3779b97f4a7c15u; }
inline Word second_hash(Word hash) { return filter_hash((hash ^ hash >> 32) + 1); }
inline Word filter_bits(Word hash) {
  return Word{1} << (hash & 63) | Word{1} << (hash >> 6 & 63) | Word{1} << (hash >> 12 & 63);
}
inline std::size_t filter_place(Word hash, std::uint32_t filter_words) {
  return static_cast<std::size_t>((hash >> 32) * filter_words >> 32);
}

/// Words that are asked for together: one filter is asked for all of them before the next, so that it stays in the
/// first-level cache and the loop has nothing to guess. Eight at a time where the machine can.
class Questions {
 public:
  explicit Questions(bool wide) : wide_(wide) {}

  /// Takes the rows whose field above `shift` has this value, without that field.
  void take(const WordBuffer& rows, unsigned shift, Word value);
  std::size_t size() const { return words_.size(); }
  Word word(std::size_t i) const { return words_[i]; }
  Word hash(std::size_t i) const { return hashes_[i]; }

  /// The places of those that the filter lets pass, into `hits`.
  void ask(const Word* filter, std::uint32_t filter_words, std::vector<std::uint32_t>& hits) const;

 private:
  void take_wide(const WordBuffer& rows, unsigned shift, Word value);
  void ask_wide(const Word* filter, std::uint32_t filter_words, std::vector<std::uint32_t>& hits) const;

  bool wide_;
  WordBuffer words_, hashes_, bits_;
};

}  // namespace tesselle::edge::meet
