#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "packing/finals/finals_data.hpp"
#include "packing/tileability/model.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

/// Which sets a list is about, if not all of them. A list for some rests alone needs no sets but those of the pieces
/// that one of them leaves. And most of the tree leads to hardly any deals (guide.hpp), so that the walk passes over
/// what has less than exp(-reach) of them.
struct ListLimits {
  static constexpr std::size_t max_groups = 64;
  std::vector<std::vector<char>> groups;      ///< by piece of the puzzle: is it in the group? Sets must be within one
  std::vector<double> group_weights;          ///< what is expected of each group, compared with the first
  std::vector<double> values;                 ///< by piece of the puzzle
  const tileability::Model* model = nullptr;  ///< of outlines; null: the whole tree is walked
  double reach = 0;
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
