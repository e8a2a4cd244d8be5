#pragma once

#include <span>
#include <vector>

#include "packing/finals/finals_data.hpp"

namespace tesselle::packing::finals {

/// How many deals are to be expected of the pieces left: the sum, over all ways to give each region as many pieces as
/// it takes, of the product of their weights there. Exact for these weights, by adding up over the pieces; an average
/// weight instead is wrong by orders of magnitude, because the bad pieces must be used, too.
class Expectation {
 public:
  /// The regions must be learned. `required` as for a Dealer.
  Expectation(const PackingPuzzle& drafter, std::span<const RegionFinals> regions, std::vector<char> required);

  /// Only pieces of the pool can be dealt; without this call, all can.
  void limit_to(std::span<const std::uint16_t> pool);

  /// The logarithm; minus infinity if there are too few pieces, or one that must be used is not in the pool.
  double log_deals(const std::vector<char>& left) const;

 private:
  std::vector<int> sizes_;                    ///< of the regions, in pieces
  std::vector<std::vector<double>> weights_;  ///< by piece and region
  std::vector<char> required_;
  std::vector<char> outside_;  ///< by piece: it is not in the pool
};

/// How many deals are to be expected of the sets listed that consist of pieces left, as a logarithm: of all ways to
/// deal them, the share that the lists have, if each set is weighted by what its pieces leave to the other regions
/// (exp(-values)). Values relative to each other matter here, not how many sets they expect. Without parity conditions.
double log_deals_of_lists(const PackingPuzzle& drafter, const FinalsData& data, const std::vector<char>& left);

/// Conditions on sets, linear over the bits, that all sets of a list have in common besides their size. A set that is
/// drawn at random meets them by a chance of 1 in 2^count, and so do all sets of a deal but one: if all others do and
/// the pieces left are those of a tiled rest, the last one does so by itself.
int parity_conditions(const FinalsData& data, const RegionFinals& region);
/// By what the expectation must be multiplied for these conditions, as a logarithm. 0 if some pieces may be left over:
/// they make up for conditions that the pieces left do not meet.
double log_parity_factor(const FinalsData& data, const std::vector<char>& required);
/// The same if this region is not listed: it is taken to have as many conditions as the others. 0 without others.
double log_parity_factor(const FinalsData& data, const std::vector<char>& required, std::size_t not_listed);

}  // namespace tesselle::packing::finals
