#pragma once

#include <optional>

#include "edge/schedule/descent.hpp"
#include "edge/schedule/forecast.hpp"

namespace tesselle::edge::schedule {

struct Settings {
  std::uint64_t seed = 1;
  std::size_t breaks = 0;    ///< most mismatches of the first boards; 0: worked out
  std::optional<int> teeth;  ///< worked out if not given
  std::size_t opening = 0;   ///< pieces of an opening; 0: worked out
  std::size_t width = 0;     ///< most openings at a time
  std::size_t endgame = 0;   ///< cells that are filled exactly
};

/// What is worked out from the puzzle before the search begins.
struct Plan {
  Course course;
  Descent::TailLength tail = Descent::TailLength::one_word;
  std::size_t opening = 0;  ///< pieces of an opening
  std::size_t endgame = 0;  ///< cells that are filled exactly
  std::size_t breaks = 0;   ///< most mismatches of the first boards

  std::size_t endgame_from() const { return course.length() - endgame; }
  Stretch stretch_above(std::size_t opening_depth) const;
};

/// The course whose forecast, from the colours' frequencies, promises most.
Plan make_plan(const EdgePuzzle& puzzle, const Settings& settings);

/// What a beam search does with a board, in nodes of a descent.
constexpr double nodes_per_child = 2.5;

/// How deep openings should be: as deep as descents are still worth what they cost.
std::size_t opening_depth(const Rates& rates);

}  // namespace tesselle::edge::schedule
