#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "packing/finals/finals_data.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// Which sets a list is about, if not all of them. A list for some rests alone needs no sets but those of the pieces
/// that one of them leaves. And a set that takes more than its part of the easy pieces is hardly ever dealt, as others
/// would have to do with the hard ones; but nearly all sets are of that kind.
struct ListLimits {
  static constexpr std::size_t max_groups = 64;
  std::vector<std::vector<char>> groups;  ///< by piece of the puzzle: is it in the group? Sets must be within one
  std::vector<double> excess;             ///< by piece of the puzzle: by how much it is easier than the average
  double ceiling = std::numeric_limits<double>::infinity();  ///< what excesses may add up to, at every step of a tiling
};

/// Lists the sets of a region over the pool: walks the tree of its tilings in parts, each below some first
/// placements. What is listed so far, and how many parts that took, is in the region itself, so that a list that was
/// saved goes on where it stood.
class Lister {
 public:
  virtual ~Lister() = default;
  bool done() const { return region_.listed(); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t tilings() const { return tilings_; }
  /// Walks the next part, or some for each slot if there are several.
  virtual void work(const ParallelFor& parallel) = 0;
  /// The region has all that was found so far; to be called before it is saved.
  virtual void settle() = 0;

 protected:
  explicit Lister(RegionFinals& region) : region_(region) {}
  RegionFinals& region_;
  std::uint64_t nodes_ = 0, tilings_ = 0;
};

/// `data` has a pool; `region` is one of its regions and outlives the lister.
std::unique_ptr<Lister> make_lister(const PackingPuzzle& drafter, const FinalsData& data, RegionFinals& region,
                                    unsigned slots, const ListLimits& limits = {});

}  // namespace tesselle::packing::finals
