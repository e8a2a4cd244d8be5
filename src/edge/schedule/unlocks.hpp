#pragma once

#include <cstdint>
#include <vector>

#include "edge/schedule/descent.hpp"

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

/// `count` unlock depths between `from` and `free_from` for which the forecast promises the most full boards per node,
/// found by shifting one at a time, from evenly spread ones. At `free_from` all that are left are unlocked.
Unlocks choose_unlocks(const Rates& rates, std::size_t count, std::size_t from, std::size_t free_from);

}  // namespace tesselle::edge::schedule
