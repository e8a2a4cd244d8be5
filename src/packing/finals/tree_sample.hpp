#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "packing/site_search/search.hpp"
#include "packing/site_search/tables.hpp"

namespace tesselle::packing::finals {

/// A random part of a region's tilings, each of which is met with the same probability.
///
/// Walks the tree of all tilings, but of the children of each level takes a share only. The shares are such that every
/// level has about as many nodes as any other; levels that have fewer anyway are whole. Children are not drawn one by
/// one: of all children of a level, in the order in which they are met, those at equal distances are taken, from a
/// random start. So each child is taken with the probability of its level's share, and the number that is taken hardly
/// varies.
///
/// What that is good for: the tree of Eternity's 209 pieces on a hexagon of 17 has some 10^12 nodes. A pass of half a
/// million finds a thousand of its 10^10 tilings.
class TreeSample {
 public:
  /// `tables` outlives it. The shares are chosen at once, by small passes that go one level deeper each time.
  TreeSample(const tiling::TilingTables& tables, std::size_t nodes_per_level);

  /// Calls on_tiling() for each tiling met. Returns the nodes entered.
  std::uint64_t pass(std::uint64_t seed, const std::function<void()>& on_tiling);
  /// The pieces of the tiling in hand.
  std::span<const tiling::Spot> path() const { return search_->path(); }

  /// The logarithm of the probability that a tiling is met by a pass. 0: all are.
  double log_share() const;
  /// How many nodes the whole tree has, estimated from the passes of the constructor.
  double tree_nodes() const { return tree_nodes_; }

 private:
  struct Level {
    double share = 1;                ///< of the children that are taken
    double carried = 0;              ///< how much of the next child is taken already, so to speak
    double nodes = 0, children = 0;  ///< met in this pass
  };

  void start(std::uint64_t seed);
  void walk(std::size_t depth, const std::function<void()>& on_tiling);
  void choose_shares(std::size_t nodes_per_level);

  const tiling::TilingTables& tables_;
  std::unique_ptr<tiling::TilingSearch> search_;
  std::vector<Level> levels_;
  std::uint64_t nodes_ = 0;
  double tree_nodes_ = 1;
};

}  // namespace tesselle::packing::finals
