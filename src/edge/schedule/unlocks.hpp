#pragma once

#include <cstdint>
#include <vector>

#include "edge/schedule/tail.hpp"

namespace tesselle::edge::schedule {

/// unlocks[i]: how many pieces lie when mismatch number i + 1 becomes possible; ascending.
using Unlocks = std::vector<std::uint32_t>;

/// How many mismatches are allowed on a board of d pieces and the one laid next.
std::vector<std::uint32_t> allowed_by(const Unlocks& unlocks, std::size_t length);

/// How many ways there are, on average, to go on from a board of d pieces.
struct Rates {
  std::vector<double> clean, broken;
};

/// From the colours' frequencies alone, late on the board, where the privileged colours are used up.
Rates prior_rates(const Course& course, const std::vector<bool>& privileged);

/// What was measured, where much was; the prior where little was. It counts as much as `weight` boards of a profile.
/// Only boards of fewer than `measured` pieces were gone on from.
Rates measured_rates(const Profile& profile, Rates prior, double weight, std::size_t measured);

/// A Markov chain over (pieces, mismatches): the boards of each sort to expect below one board of `from` pieces.
struct Forecast {
  double finished = 0;  ///< full boards
  double nodes = 0;     ///< all boards on the way
};
Forecast forecast(const Rates& rates, const Unlocks& unlocks, std::size_t from, std::size_t free_from);

/// What a search goes through above an opening.
struct Stretch {
  std::size_t from = 0;          ///< pieces of the opening
  std::size_t first_unlock = 0;  ///< no mismatch before
  std::size_t free_from = 0;     ///< here all that are left are unlocked
  double overhead = 0;           ///< nodes that an opening costs
};

/// Full boards per node.
double promise(const Rates& rates, const Unlocks& unlocks, const Stretch& stretch);

/// The unlock depths for which most is promised, found by shifting one at a time, from evenly spread ones.
Unlocks choose_unlocks(const Rates& rates, std::size_t count, const Stretch& stretch);

}  // namespace tesselle::edge::schedule
