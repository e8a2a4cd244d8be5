#include "base/ways_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesselle {
namespace {

constexpr std::size_t smallest_index = 64;

}  // namespace

WaysIndex::WaysIndex(std::size_t limbs) : limbs_(limbs), index_(smallest_index) { ways_.reserve(capacity() * limbs_); }

void WaysIndex::clear(std::size_t limbs) {
  limbs_ = limbs;
  ways_.clear();
  std::fill(index_.begin(), index_.end(), Entry{});
  ways_.reserve(capacity() * limbs_);
}

std::size_t WaysIndex::bits() const {
  std::size_t most = 0;
  for (std::size_t i = 0; i < ways_.size(); ++i)
    if (ways_[i] != 0) most = std::max(most, i % limbs_ * 64 + static_cast<std::size_t>(std::bit_width(ways_[i])));
  return most;
}

void WaysIndex::append(std::span<const std::uint64_t> ways) {
  const std::size_t end = ways_.size() + limbs_;
  ways_.insert(ways_.end(), ways.begin(), ways.end());
  ways_.resize(end);
}

void WaysIndex::grow() {
  std::vector<Entry> larger(index_.size() * 2);
  for (const Entry& entry : index_) {
    if (entry.state == none) continue;
    std::size_t place = entry.hash & (larger.size() - 1);
    while (larger[place].state != none) place = (place + 1) & (larger.size() - 1);
    larger[place] = entry;
  }
  index_ = std::move(larger);
  ways_.reserve(capacity() * limbs_);
}

}  // namespace tesselle
