#include "packing/dlx/dancing_links.hpp"

namespace tesselle::packing {

DancingLinks::DancingLinks(std::uint32_t primary, std::uint32_t items) : first_{items}, size_(items, 0) {
  for (std::uint32_t item = 0; item < items; ++item) nodes_.push_back({item, item, item, none});
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
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t last = nodes_[item].up;
    nodes_.push_back({last, item, item, option});
    nodes_[last].down = node;
    nodes_[item].up = node;
    ++size_[item];
  }
  first_.push_back(static_cast<std::uint32_t>(nodes_.size()));
}

void DancingLinks::list(std::uint32_t item, std::vector<std::uint32_t>& out) const {
  for (std::uint32_t node = nodes_[item].down; node != item; node = nodes_[node].down)
    out.push_back(nodes_[node].option);
}

void DancingLinks::unlink_others(std::uint32_t node) {
  const std::uint32_t option = nodes_[node].option, end = first_[option + 1];
  for (std::uint32_t other = first_[option]; other < end; ++other) {
    if (other == node) continue;
    const Node gone = nodes_[other];
    nodes_[gone.up].down = gone.down;
    nodes_[gone.down].up = gone.up;
    --size_[gone.item];
  }
}

void DancingLinks::relink_others(std::uint32_t node) {
  const std::uint32_t option = nodes_[node].option, begin = first_[option];
  for (std::uint32_t other = first_[option + 1]; other-- > begin;) {
    if (other == node) continue;
    const Node back = nodes_[other];
    nodes_[back.up].down = other;
    nodes_[back.down].up = other;
    ++size_[back.item];
  }
}

void DancingLinks::cover(std::uint32_t item) {
  for (std::uint32_t node = nodes_[item].down; node != item; node = nodes_[node].down) unlink_others(node);
  const auto [left, right] = row_[item];
  row_[left].right = right;
  row_[right].left = left;
}

void DancingLinks::uncover(std::uint32_t item) {
  const auto [left, right] = row_[item];
  row_[left].right = item;
  row_[right].left = item;
  for (std::uint32_t node = nodes_[item].up; node != item; node = nodes_[node].up) relink_others(node);
}

std::uint32_t DancingLinks::most_constrained() const {
  const auto head = static_cast<std::uint32_t>(size_.size());
  std::uint32_t best = none, fewest = none;
  for (std::uint32_t item = row_[head].right; item != head && fewest > 0; item = row_[item].right)
    if (size_[item] < fewest) {
      best = item;
      fewest = size_[item];
    }
  return best;
}

}  // namespace tesselle::packing
