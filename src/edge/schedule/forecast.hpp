#pragma once

#include <cstdint>
#include <vector>

#include "edge/schedule/allowance.hpp"
#include "edge/schedule/colours.hpp"
#include "edge/schedule/tail.hpp"

namespace tesselle::edge::schedule {

/// How many ways there are, on average, to go on from a board of d pieces.
struct Rates {
  std::vector<double> clean, broken;
};

/// From the colours' frequencies alone, late on the board.
Rates prior_rates(const Course& course, const Leftover& leftover);

/// What was measured, where much was; the prior where little was. It counts as much as `weight` boards of a profile.
/// Only boards of fewer than `measured` pieces were gone on from.
Rates measured_rates(const Profile& profile, Rates prior, double weight, std::size_t measured);

/// Boards without mismatches to expect above one of `from` pieces.
double clean_boards(const Rates& rates, std::size_t from);

/// What is known about odd colours (see Tail).
struct Parity {
  std::size_t colours = 0;  ///< that mismatches are about; 0: odd ones are not counted
  std::size_t odd = 0;      ///< before the first mismatch
};
Parity parity_of(const Course& course, const Leftover& leftover);

/// What a search goes through above an opening.
struct Stretch {
  std::size_t from = 0;          ///< pieces of the opening
  std::size_t first_unlock = 0;  ///< no mismatch before
  std::size_t free_from = 0;     ///< here all that are left are unlocked
  double overhead = 0;           ///< nodes that an opening costs
};

struct Prospect {
  Allowance allowance;
  double promise = 0;   ///< full boards per node
  double arrivals = 0;  ///< boards per node of which only the last cells are empty
};

/// The allowance that promises most full boards with at most `in_all` mismatches, by a Markov chain over pieces placed,
/// mismatches and odd colours.
Prospect best_prospect(const Rates& rates, const Stretch& stretch, const Parity& parity, std::size_t in_all);

}  // namespace tesselle::edge::schedule
