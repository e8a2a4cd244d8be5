#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "packing/cover/kernels.hpp"
#include "packing/tables/placements.hpp"
#include "packing/tables/symmetry_chain.hpp"
#include "tesselle/puzzle.hpp"

namespace tesselle::packing {

/// What the cover search is made from.
struct CoverProblem {
  PackingPuzzle puzzle;
  PlacementTable table;
  SymmetryChain chain;
};

/// The cell masks of all placements, and what a search asks of them where its free part begins and where it ends: too
/// seldom to be worth a copy per kernel.
class CoverTables {
 public:
  CoverTables(CoverProblem problem, std::size_t words_per_mask);

  const PlacementTable& table() const { return problem_.table; }
  const SymmetryChain& chain() const { return problem_.chain; }
  ReadColumns masks() const { return {masks_.data(), stride_}; }

  /// The runs of the classes that have copies left, small classes first: a class that dies ends an expansion at once.
  /// `chosen` are the classes of the placements made so far. `allowed` gets a copy of the masks without banned
  /// placements if there are any.
  std::vector<Segment> classes_left(std::uint32_t ending, std::span<const std::uint32_t> chosen,
                                    std::vector<std::uint64_t>& allowed) const;
  /// The placement of a class with these cells.
  std::uint32_t placement_with(std::uint32_t piece_class, std::span<const std::uint64_t> mask) const;
  Solution solution(std::span<const std::uint32_t> chosen) const;

 private:
  void drop_banned(Segment& run, std::uint32_t ending, std::vector<std::uint64_t>& columns) const;
  bool is_before(std::span<const std::uint64_t> mask, std::uint32_t placement) const;

  CoverProblem problem_;
  std::size_t words_;
  std::size_t stride_;
  std::vector<std::uint64_t> masks_;  ///< in columns
  std::vector<std::uint32_t> class_begin_;
};

}  // namespace tesselle::packing
