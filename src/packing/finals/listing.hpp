#pragma once

#include <cstdint>
#include <memory>

#include "packing/finals/finals_data.hpp"
#include "tesselle/engine.hpp"

namespace tesselle::packing::finals {

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
                                    unsigned slots);

}  // namespace tesselle::packing::finals
