#include "edge/schedule/quota.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace tesselle::edge::schedule {
namespace {

constexpr double wanted_share = 0.13;

struct Point {
  double depth, used;  ///< of all pieces; of all privileged sides
};
/// The shape that works on Eternity II: steep at first, then flattening as the privileged pieces run out.
constexpr Point curve[] = {{0, 0},          {0.0625, 0},     {0.1016, 0.226}, {0.2188, 0.573},
                           {0.2969, 0.718}, {0.3984, 0.855}, {0.625, 0.96},   {1, 0.96}};

double curve_at(double depth) {
  const auto* right = std::upper_bound(std::begin(curve), std::end(curve) - 1, depth,
                                       [](double d, const Point& point) { return d < point.depth; });
  const Point &a = right[-1], &b = *right;
  return a.used + (b.used - a.used) * (depth - a.depth) / (b.depth - a.depth);
}

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

std::vector<std::uint32_t> quota_curve(const Course& course, const std::vector<bool>& privileged, double strength,
                                       std::size_t flat_from) {
  const auto sides = supply(course.puzzle);
  double in_all = 0;
  for (std::size_t c = 0; c < sides.size(); ++c) in_all += privileged[c] ? static_cast<double>(sides[c]) : 0;
  std::vector<std::uint32_t> quota(course.length() + 1);
  for (std::size_t d = 1; d < quota.size(); ++d) {
    const double depth = static_cast<double>(std::min(d, flat_from)) / static_cast<double>(course.length());
    quota[d] = static_cast<std::uint32_t>(strength * in_all * curve_at(depth));
  }
  return quota;
}

}  // namespace tesselle::edge::schedule
