#include "edge/meet/hits.hpp"

#include <algorithm>
#include <bit>

namespace tesselle::edge::meet {

std::size_t Hits::bytes() const { return hits_.bytes() + starts_.size() * sizeof(std::uint32_t) + filter_.bytes(); }

void Hits::clear() {
  hits_.clear();
  starts_.clear();
  filter_.release();
}

void Hits::build_index() {
  bucket_bits_ = static_cast<int>(std::bit_width(hits_.size())) + 1;
  std::sort(hits_.begin(), hits_.end(), [&](const Hit& a, const Hit& b) {
    const std::size_t left = bucket_of(a.word), right = bucket_of(b.word);
    return left != right ? left < right : a < b;
  });
  hits_.shrink(static_cast<std::size_t>(std::unique(hits_.begin(), hits_.end()) - hits_.begin()));
  starts_.assign((std::size_t{1} << bucket_bits_) + 1, 0);
  filter_.reset(2 * hits_.size());
  for (const Hit& hit : hits_) {
    ++starts_[bucket_of(hit.word) + 1];
    filter_.mark(std::span(&hit.word, 1));
  }
  for (std::size_t bucket = 1; bucket < starts_.size(); ++bucket) starts_[bucket] += starts_[bucket - 1];
}

}  // namespace tesselle::edge::meet
