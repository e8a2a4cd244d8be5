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
  double samples = 5000;                  ///< tilings to learn from
  std::uint64_t max_nodes = 200'000'000;  ///< fewer if they take this many
  std::size_t nodes_per_level = 8192;     ///< of a pass (tree_sample.hpp)
};

/// Values of pieces such that, of a number of sets of k of them, each is in as many as `seen` says out of `total`. What
/// was never seen counts as seen half a time. The share of all k-subsets that are such sets is exp(sum of the values),
/// and there are exp(log_sets) in all.
std::vector<double> values_from_counts(std::span<const double> seen, double total, double log_sets, int k);

/// How likely pieces are to be in a set that tiles a region: of all k-subsets of the pieces about the share
/// exp(sum of their values) tile it.
///
/// They are learned for each region, from an even sample of its tilings by all the pieces. The tilings of a set are
/// counted, so that sets are sampled evenly, too. Values of regions met in a search (tileability models) spread half as
/// far and order the pieces differently.
///
/// Tried before: placing each piece in every way and filling the rest with a base pool of 33 pieces takes as long for
/// *each* piece as listing the sets of the base pool, about 3 s; and small pools have few tilings per node.
class ValueLearner {
 public:
  /// `puzzle` is as by puzzle_for_finals().
  ValueLearner(const PackingPuzzle& puzzle, const Hexagon& hexagon, const ValueSettings& settings, unsigned slots);
  ~ValueLearner();

  /// One step: some passes. Returns the placements made.
  std::uint64_t work(const ParallelFor& parallel);
  bool done() const { return done_; }

  /// Once it is done; by piece.
  std::vector<double> values() const;
  /// The tilings sampled so far.
  double samples() const { return samples_; }
  /// The logarithm of the number of sets of the region, estimated, and the standard error of this.
  double log_sets() const;
  double log_sets_error() const;

  void save(ByteWriter& out) const;
  /// Throws InputError if this was not written by save().
  void restore(ByteReader& in);

 private:
  class Sampler;
  /// Of one pass, or of all.
  struct Seen {
    std::vector<double> pieces;  ///< by piece: the sets it is in; a tiling is a part of a set
    double sets = 0;
    double tilings = 0;
    std::uint64_t nodes = 0;
  };

  void add(const Seen& seen);

  ValueSettings settings_;
  int pieces_of_region_;
  std::vector<std::unique_ptr<Sampler>> samplers_;  ///< one per slot
  std::uint64_t passes_ = 0, nodes_ = 0;
  std::vector<double> seen_;
  double sets_ = 0, squares_ = 0, samples_ = 0;  ///< sums over the passes: of sets, of their squares, of tilings
  bool done_ = false;
};

}  // namespace tesselle::packing::finals
