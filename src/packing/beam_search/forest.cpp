#include "packing/beam_search/forest.hpp"

#include <algorithm>

namespace tesselle::packing::beam {

std::size_t Forest::node_count() const {
  std::size_t count = 0;
  for (const auto& level : levels_) count += level.size();
  return count;
}

void Forest::grow(std::vector<Node> children) {
  levels_.push_back(std::move(children));
  for (std::size_t level = levels_.size() - 1; level > 0; --level)
    if (!drop_childless(level - 1)) break;
}

/// Keeps the nodes of a level that the next one refers to; false if all of them are.
bool Forest::drop_childless(std::size_t level) {
  auto& nodes = levels_[level];
  auto& children = levels_[level + 1];
  std::uint32_t kept = 0;
  for (std::size_t c = 0; c < children.size();) {
    const std::uint32_t parent = children[c].parent;
    nodes[kept] = nodes[parent];
    for (; c < children.size() && children[c].parent == parent; ++c) children[c].parent = kept;
    ++kept;
  }
  const bool dropped = kept < nodes.size();
  nodes.resize(kept);
  return dropped;
}

std::vector<tiling::Spot> Forest::path(std::uint32_t state) const {
  std::vector<tiling::Spot> spots;
  for (std::size_t level = levels_.size(); level-- > 0;) {
    spots.push_back(unpack(levels_[level][state].spot));
    state = levels_[level][state].parent;
  }
  std::reverse(spots.begin(), spots.end());
  return spots;
}

bool Forest::restore(std::vector<std::vector<Node>> levels) {
  std::size_t parents = 1;
  for (const auto& level : levels) {
    std::uint32_t last = 0;
    for (const Node& node : level) {
      if (node.parent < last || node.parent >= parents) return false;
      last = node.parent;
    }
    parents = level.size();
  }
  levels_ = std::move(levels);
  return true;
}

}  // namespace tesselle::packing::beam
