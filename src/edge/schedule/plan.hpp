#pragma once

#include <optional>

#include "edge/schedule/descent.hpp"
#include "edge/schedule/forecast.hpp"

namespace tesselle::edge::schedule {

struct Settings {
  std::uint64_t seed = 1;
  std::size_t breaks = 0;    ///< mismatches allowed in the first boards; 0: computed
  std::optional<int> teeth;  ///< computed if not given
  std::size_t opening = 0;   ///< pieces of an opening; 0: computed
  std::size_t width = 0;     ///< upper limit on openings per round
  std::size_t endgame = 0;   ///< cells that are filled exactly
};

/// What is computed from the puzzle before the search begins.
struct Plan {
  Course course;
  Descent::TailLength tail = Descent::TailLength::one_word;
  std::size_t opening = 0;  ///< pieces of an opening
  std::size_t endgame = 0;  ///< cells that are filled exactly
  std::size_t breaks = 0;   ///< mismatches allowed in the first boards

  std::size_t endgame_from() const { return course.length() - endgame; }
  Stretch stretch_above(std::size_t opening_depth) const;
};

/// The course with the best forecast, from the colours' frequencies.
Plan make_plan(const EdgePuzzle& puzzle, const Settings& settings);

/// What a beam search does with a board, in nodes of a descent.
constexpr double nodes_per_child = 2.5;

/// How deep openings should be: as deep as descents still pay off.
std::size_t opening_depth(const Rates& rates);

}  // namespace tesselle::edge::schedule
