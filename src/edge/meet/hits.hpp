#pragma once

#include <cstdint>
#include <vector>

#include "edge/meet/word_filter.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::edge::meet {

/// A top half that the filter let pass: its word, the first of the stems that are alike among those kept for hits, and
/// the colours at the ends of its last row.
template <class Word>
struct Hit {
  Word word = 0;
  std::uint32_t stem = 0;
  std::uint8_t left = 0, right = 0;

  friend auto operator<=>(const Hit&, const Hit&) = default;
};

/// Top halves found by their word.
template <class Word>
class Hits {
 public:
  explicit Hits(bool wide) : filter_(wide) {}

  /// With the index.
  static constexpr std::size_t max_bytes_each = 24 + sizeof(Hit<Word>);

  void add(const Buffer<Hit<Word>>& hits) { hits_.append(hits); }
  std::size_t size() const { return hits_.size(); }
  std::size_t bytes_held() const;
  void clear();
  /// Once all are there. Equal ones become one: their fillings are all brought back together.
  void build_index(const ParallelFor& parallel);

  /// Asked first, for many words at a time: hardly any has a hit.
  const WordFilter<Word>& filter() const { return filter_; }
  /// Calls visit(hit) for every one with this word.
  template <class Visit>
  void for_each(Word word, Visit&& visit) const {
    const std::size_t bucket = bucket_of(word);
    for (std::uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i)
      if (hits_[i].word == word) visit(hits_[i]);
  }

 private:
  std::size_t bucket_of(Word word) const { return static_cast<std::size_t>(hash_of(word) >> (64 - bucket_bits_)); }

  void sort_by_bucket(const ParallelFor& parallel);

  WordFilter<Word> filter_;
  Buffer<Hit<Word>> hits_;             ///< by bucket
  std::vector<std::uint32_t> starts_;  ///< per bucket
  int bucket_bits_ = 1;
};

}  // namespace tesselle::edge::meet
