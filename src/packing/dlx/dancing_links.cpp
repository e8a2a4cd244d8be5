#include "packing/dlx/dancing_links.hpp"

#include <numeric>

namespace tesselle::packing {

DancingLinks::DancingLinks(std::uint32_t primary, std::uint32_t items)
    : items_(items), item_(items), option_(items, none), first_{items}, size_(items, 0) {
  for (std::uint32_t item = 0; item < items; ++item) links_.push_back({item, item});
  std::iota(item_.begin(), item_.end(), 0);
  // Secondary items are linked to themselves, so that covering them changes nothing in the row.
  for (std::uint32_t item = 0; item <= items; ++item) row_.push_back({item, item});
  std::uint32_t last = items;
  for (std::uint32_t item = 0; item < primary; ++item) {
    row_[last].right = item;
    row_[item] = {last, items};
    row_[items].left = last = item;
  }
}

void DancingLinks::add(std::span<const std::uint32_t> items_of_option) {
  const auto option = static_cast<std::uint32_t>(first_.size() - 1);
  for (const std::uint32_t item : items_of_option) {
    const auto node = static_cast<std::uint32_t>(links_.size());
    links_.push_back({links_[item].up, item});
    links_[links_[item].up].down = node;
    links_[item].up = node;
    item_.push_back(item);
    option_.push_back(option);
    ++size_[item];
  }
  first_.push_back(static_cast<std::uint32_t>(links_.size()));
}

void DancingLinks::list(std::uint32_t item, std::vector<std::uint32_t>& out) const {
  for (std::uint32_t node = links_[item].down; node != item; node = links_[node].down) out.push_back(option_[node]);
}

void DancingLinks::unlink_others(std::uint32_t node) {
  const std::uint32_t option = option_[node], end = first_[option + 1];
  for (std::uint32_t other = first_[option]; other < end; ++other) {
    if (other == node) continue;
    const auto [up, down] = links_[other];
    links_[up].down = down;
    links_[down].up = up;
    --size_[item_[other]];
  }
}

void DancingLinks::relink_others(std::uint32_t node) {
  const std::uint32_t option = option_[node], begin = first_[option];
  for (std::uint32_t other = first_[option + 1]; other-- > begin;) {
    if (other == node) continue;
    const auto [up, down] = links_[other];
    links_[up].down = other;
    links_[down].up = other;
    ++size_[item_[other]];
  }
}

void DancingLinks::cover(std::uint32_t item) {
  for (std::uint32_t node = links_[item].down; node != item; node = links_[node].down) unlink_others(node);
  const auto [left, right] = row_[item];
  row_[left].right = right;
  row_[right].left = left;
}

void DancingLinks::uncover(std::uint32_t item) {
  const auto [left, right] = row_[item];
  row_[left].right = item;
  row_[right].left = item;
  for (std::uint32_t node = links_[item].up; node != item; node = links_[node].up) relink_others(node);
}

std::uint32_t DancingLinks::most_constrained() const {
  std::uint32_t best = none, fewest = none;
  for (std::uint32_t item = row_[items_].right; item != items_ && fewest > 0; item = row_[item].right)
    if (size_[item] < fewest) {
      best = item;
      fewest = size_[item];
    }
  return best;
}

}  // namespace tesselle::packing
