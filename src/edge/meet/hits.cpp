#include "edge/meet/hits.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tesselle::edge::meet {

template <class Word>
std::size_t Hits<Word>::bytes_held() const {
  return hits_.bytes_held() + starts_.capacity() * sizeof(std::uint32_t) + filter_.bytes();
}

template <class Word>
void Hits<Word>::clear() {
  hits_.clear();
  starts_.clear();
  filter_.release();
}

/// Dealt out in place by the first bits of their buckets, then each heap sorted by itself: one sort of all would be too
/// long a step.
template <class Word>
void Hits<Word>::sort_by_bucket(const ParallelFor& parallel) {
  constexpr int heap_bits = 8;
  constexpr std::size_t heaps = std::size_t{1} << heap_bits;
  const int shift = std::max(0, bucket_bits_ - heap_bits);
  const auto heap_of = [&](const Hit<Word>& hit) { return bucket_of(hit.word) >> shift; };
  std::array<std::size_t, heaps + 1> begin{};
  for (const Hit<Word>& hit : hits_) ++begin[heap_of(hit) + 1];
  for (std::size_t heap = 0; heap < heaps; ++heap) begin[heap + 1] += begin[heap];
  auto next = begin;
  for (std::size_t heap = 0; heap < heaps; ++heap)
    while (next[heap] < begin[heap + 1]) {
      Hit<Word>& hit = *(hits_.begin() + next[heap]);
      const std::size_t home = heap_of(hit);
      if (home == heap)
        ++next[heap];
      else
        std::swap(hit, *(hits_.begin() + next[home]++));
    }
  parallel(heaps, [&](std::size_t heap) {
    std::sort(hits_.begin() + begin[heap], hits_.begin() + begin[heap + 1],
              [&](const Hit<Word>& a, const Hit<Word>& b) {
                const std::size_t left = bucket_of(a.word), right = bucket_of(b.word);
                return left != right ? left < right : a < b;
              });
  });
}

template <class Word>
void Hits<Word>::build_index(const ParallelFor& parallel) {
  bucket_bits_ = static_cast<int>(std::bit_width(hits_.size())) + 1;
  sort_by_bucket(parallel);
  hits_.shrink(static_cast<std::size_t>(std::unique(hits_.begin(), hits_.end()) - hits_.begin()));
  starts_.assign((std::size_t{1} << bucket_bits_) + 1, 0);
  filter_.reset(2 * hits_.size());
  for (const Hit<Word>& hit : hits_) {
    ++starts_[bucket_of(hit.word) + 1];
    filter_.mark(std::span(&hit.word, 1));
  }
  for (std::size_t bucket = 1; bucket < starts_.size(); ++bucket) starts_[bucket] += starts_[bucket - 1];
}

template class Hits<Word64>;
template class Hits<Word128>;

}  // namespace tesselle::edge::meet
