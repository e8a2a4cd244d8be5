#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "packing/site_search/shapes.hpp"

namespace tesselle::packing::beam {

/// A spot in 32 bits.
using PackedSpot = std::uint32_t;
constexpr PackedSpot pack(tiling::Spot spot) {
  return static_cast<PackedSpot>(spot.shape) << 16 | static_cast<PackedSpot>(spot.position);
}
constexpr tiling::Spot unpack(PackedSpot packed) {
  return {static_cast<std::uint16_t>(packed >> 16), static_cast<std::int32_t>(packed & 0xffff)};
}

/// How the states of a beam came about. A state is the last placement and the state before it; states that share a
/// beginning share its nodes, so a million states with 200 placements each take a few dozen megabytes. Siblings are
/// side by side on every level: going through the last level in order is a depth-first walk of the forest.
class Forest {
 public:
  struct Node {
    std::uint32_t parent;  ///< on the level before; of the first level: 0
    PackedSpot spot;
    friend bool operator==(const Node&, const Node&) = default;
  };

  /// Levels, the last one holding the states; the root state is not stored.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(levels_.size()); }
  /// Number of states.
  std::size_t size() const { return levels_.empty() ? 1 : levels_.back().size(); }
  std::size_t node_count() const;
  const Node& node(std::uint32_t level, std::uint32_t index) const { return levels_[level][index]; }
  std::span<const Node> level(std::uint32_t level) const { return levels_[level]; }

  /// Adds a level; parents must ascend. Nodes without descendants are dropped everywhere.
  void grow(std::vector<Node> children);
  /// The placements of a state, first to last.
  std::vector<tiling::Spot> path(std::uint32_t state) const;
  void clear() { levels_.clear(); }
  /// Depth-first through all states: walker.enter(spot) and walker.leave() like brackets, walker.at(state) in between.
  /// Ends with false if enter() or at() is false.
  template <class Walker>
  bool walk(Walker&& walker) const;
  /// Takes levels as they are; false if parents do not ascend or do not exist.
  bool restore(std::vector<std::vector<Node>> levels);

  friend bool operator==(const Forest&, const Forest&) = default;

 private:
  bool drop_childless(std::size_t level);

  std::vector<std::vector<Node>> levels_;
};

template <class Walker>
bool Forest::walk(Walker&& walker) const {
  std::vector<std::uint32_t> path, fresh;  // nodes by level; nodes to enter, last first
  for (std::uint32_t state = 0; state < size(); ++state) {
    std::uint32_t node = state;
    std::size_t level = levels_.size();
    for (fresh.clear(); level > 0 && (level > path.size() || path[level - 1] != node); --level) {
      fresh.push_back(node);
      node = levels_[level - 1][node].parent;
    }
    for (; path.size() > level; path.pop_back()) walker.leave();
    for (; !fresh.empty(); fresh.pop_back(), path.push_back(node)) {
      node = fresh.back();
      if (!walker.enter(unpack(levels_[path.size()][node].spot))) return false;
    }
    if (!walker.at(state)) return false;
  }
  return true;
}

}  // namespace tesselle::packing::beam
