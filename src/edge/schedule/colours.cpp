#include "edge/schedule/colours.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr double wanted_share = 0.13;

}  // namespace

std::vector<std::size_t> supply(const EdgePuzzle& puzzle) {
  std::vector<std::size_t> sides(puzzle.colours.size());
  for (const Sides& piece : puzzle.pieces)
    for (const Colour colour : piece) ++sides[colour.index()];
  if (puzzle.frame) sides[puzzle.frame->index()] = 0;
  return sides;
}

std::vector<bool> rim_colours(const EdgePuzzle& puzzle) {
  std::vector<bool> result(puzzle.colours.size());
  if (!puzzle.frame) return result;
  for (const Sides& piece : puzzle.pieces)
    for (std::size_t s = 0; s < 4; ++s)
      if (piece[s] == *puzzle.frame)
        for (const std::size_t next : {(s + 1) & 3, (s + 3) & 3})
          if (piece[next] != *puzzle.frame) result[piece[next].index()] = true;
  return result;
}

std::vector<bool> choose_privileged(const EdgePuzzle& puzzle, Rng& rng) {
  const auto sides = supply(puzzle);
  const auto on_rim = rim_colours(puzzle);
  std::vector<std::size_t> rim, inner;
  double total = 0;
  for (std::size_t c = 0; c < sides.size(); ++c) {
    total += static_cast<double>(sides[c]);
    if (sides[c] > 0) (on_rim[c] ? rim : inner).push_back(c);
  }
  rng.shuffle(std::span(rim));
  rng.shuffle(std::span(inner));
  std::vector<bool> privileged(sides.size());
  double share = 0;
  const auto choose = [&](std::size_t colour) {
    privileged[colour] = true;
    privileged[puzzle.mate_of(Colour(colour)).index()] = true;
    share += static_cast<double>(sides[colour]) / total;
  };
  if (!rim.empty()) choose(rim.front());
  for (const std::size_t colour : inner) {
    const double next = share + static_cast<double>(sides[colour]) / total;
    if (std::abs(next - wanted_share) < std::abs(share - wanted_share)) choose(colour);
  }
  return privileged;
}

Leftover without(const std::vector<bool>& privileged, const EdgePuzzle& puzzle, double share) {
  Leftover result;
  for (const std::size_t sides : supply(puzzle))
    result.push_back(privileged[result.size()] ? 0 : share * static_cast<double>(sides));
  return result;
}

void save(ByteWriter& out, const Leftover& leftover) {
  for (const double sides : leftover) save_real(out, sides);
}

/// Averages may be below zero by rounding.
Leftover read_leftover(ByteReader& in, const EdgePuzzle& puzzle) {
  Leftover leftover;
  const auto most = 4 * static_cast<double>(puzzle.pieces.size());
  for (std::size_t c = 0; c < puzzle.colours.size(); ++c) leftover.push_back(read_real(in, -0.5, most));
  return leftover;
}

}  // namespace tesselle::edge::schedule
