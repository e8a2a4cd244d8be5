#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "packing/finals/finals_data.hpp"

namespace tesselle::packing::finals {

/// Which pieces each region gets, in the order of the regions: numbers of pieces of the puzzle, ascending.
using Deal = std::vector<std::vector<std::uint16_t>>;

/// Deals the pieces that are left out to the regions, by their lists of sets alone. Exact:
///
///     the rarest piece left is in the set of some region: for each region, for each of its sets with that piece as
///     its rarest, if all its pieces are left: deal it, and go on with what is left
///
/// Sets are in buckets by their rarest piece, so only these are looked at; what is left of a bucket for one question is
/// picked once. The last set is looked up. A piece that may be left over is also tried that way.
class Dealer {
 public:
  virtual ~Dealer() = default;
  /// For another thread; both use the same lists.
  virtual std::unique_ptr<Dealer> another() const = 0;
  /// Calls on_deal for every deal; it returns false to stop. `left` by piece of the puzzle: is it left?
  virtual void deal(const std::vector<char>& left, const std::function<bool(const Deal&)>& on_deal) = 0;
  /// Sets of a region that consist of pieces left.
  virtual std::uint64_t sets_within(const std::vector<char>& left, std::size_t region) const = 0;
  /// Pairs of disjoint sets of two regions that consist of pieces left, for calibration.
  virtual std::uint64_t pairs_within(const std::vector<char>& left, std::size_t one, std::size_t other) const = 0;
  /// Sets looked at so far.
  std::uint64_t looked_at() const { return looked_at_; }

 protected:
  std::uint64_t looked_at_ = 0;
};

/// `data` must be listed and outlive the dealer; `required` by piece of the puzzle: must it be used?
std::unique_ptr<Dealer> make_dealer(const FinalsData& data, std::vector<char> required);

}  // namespace tesselle::packing::finals
