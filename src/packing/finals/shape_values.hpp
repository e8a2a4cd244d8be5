#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "packing/finals/hexagon.hpp"
#include "tesselle/engine.hpp"
#include "tesselle/packing_puzzle.hpp"

namespace tesselle::packing::finals {

struct ValueSettings {
  std::size_t enough_sets = 1000;       ///< the base pool grows until it has this many sets of the region
  std::uint64_t max_nodes = 3'000'000;  ///< or until listing them took this many placements
  std::size_t max_base = 64;            ///< or until it has this many pieces
};

/// Values of pieces such that, of `total` sets of k of them, each is expected in as many as it was seen in. What was
/// never seen counts as half a time. The share of all k-subsets that are such sets is exp(sum of the values).
std::vector<double> values_from_counts(std::span<const std::uint64_t> seen, double total, int k);

/// How likely pieces are to be in a set that tiles a region: of all k-subsets of the pieces about the share
/// exp(sum of their values) tile it.
///
/// They are learned for each region. A base pool of easy pieces has N sets that tile it; how often each piece of the
/// pool is in them gives its value. Every other piece is placed in every way, and the rest is filled with the base
/// pool. Values of regions met in a search (tileability models) spread half as far and order the pieces differently.
class ValueLearner {
 public:
  /// `puzzle` is as by puzzle_for_finals(); `ease` ranks its pieces, the easiest have the highest numbers.
  ValueLearner(const PackingPuzzle& puzzle, const Hexagon& hexagon, std::span<const double> ease,
               const ValueSettings& settings, unsigned slots);
  ~ValueLearner();

  /// One step: a larger base pool, or one more piece for each slot. Returns the placements made.
  std::uint64_t work(const ParallelFor& parallel);
  bool done() const { return base_chosen_ && next_ == order_.size(); }

  /// Once it is done; by piece.
  std::vector<double> values() const;
  /// For each piece: the sets it was seen in.
  const std::vector<std::uint64_t>& seen() const { return seen_; }
  std::span<const std::uint16_t> base() const { return std::span(order_).first(base_size_); }

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  class ForcedPiece;

  std::uint64_t enlarge_base();
  void make_walkers();

  const PackingPuzzle& puzzle_;
  Hexagon hexagon_;
  ValueSettings settings_;
  std::size_t slots_;
  int pieces_of_region_;
  std::vector<std::uint16_t> order_;  ///< all pieces, the easiest first; the base pool is its beginning
  std::size_t base_size_ = 0, next_ = 0;
  bool base_chosen_ = false;
  std::vector<std::uint64_t> seen_;
  std::vector<std::unique_ptr<ForcedPiece>> walkers_;  ///< one per slot, once the base is chosen
};

}  // namespace tesselle::packing::finals
