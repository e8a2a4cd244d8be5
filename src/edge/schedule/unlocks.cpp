#include "edge/schedule/unlocks.hpp"

#include <algorithm>
#include <cmath>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

enum class Sort { corner, border, inner };

Sort sort_of(const CellKind& kind, bool framed) {
  const auto rims = framed ? std::count(kind.rim.begin(), kind.rim.end(), true) : 0;
  return rims >= 2 ? Sort::corner : rims == 1 ? Sort::border : Sort::inner;
}

/// The chance that two sides fit that are drawn at random from the given colours.
double chance_to_fit(const EdgePuzzle& puzzle, const std::vector<bool>& colours) {
  const auto sides = supply(puzzle);
  double total = 0, fitting = 0;
  for (std::size_t c = 0; c < sides.size(); ++c) {
    if (!colours[c]) continue;
    total += static_cast<double>(sides[c]);
    fitting += static_cast<double>(sides[c]) * static_cast<double>(sides[puzzle.mate_of(Colour(c)).index()]);
  }
  return total == 0 ? 1 : fitting / (total * total);
}

/// Late on the board, where the privileged colours are used up.
struct Chances {
  double rim = 1, inner = 1;
};
Chances late_chances(const EdgePuzzle& puzzle, const std::vector<bool>& privileged) {
  const auto on_rim = rim_colours(puzzle);
  std::vector<bool> rim(on_rim.size()), inner(on_rim.size());
  for (std::size_t c = 0; c < on_rim.size(); ++c) (on_rim[c] ? rim : inner)[c] = !privileged[c];
  return {chance_to_fit(puzzle, rim), chance_to_fit(puzzle, inner)};
}

/// What is left of the pieces that belong on a stop's cell, turned in all ways that belong.
std::vector<double> choices_left(const Course& course) {
  std::vector<double> result(course.length());
  double left[3] = {0, 0, 0};
  for (std::size_t d = course.length(); d-- > 0;) {
    const Sort sort = sort_of(course.kinds[course.stops[d].kind], course.puzzle.frame.has_value());
    result[d] = ++left[static_cast<std::size_t>(sort)] * (sort == Sort::inner ? 4 : 1);
  }
  return result;
}

}  // namespace

Rates prior_rates(const Course& course, const std::vector<bool>& privileged) {
  const Chances chances = late_chances(course.puzzle, privileged);
  const auto left = choices_left(course);
  Rates rates;
  for (std::size_t d = 0; d < course.length(); ++d) {
    const Stop& stop = course.stops[d];
    const CellKind& kind = course.kinds[stop.kind];
    double clean = kind.hint ? 1 : left[d], broken = 0;
    const auto ask = [&](Side side) {
      const double chance = breakable(course, kind, side) ? chances.inner : chances.rim;
      broken = broken * chance + (breakable(course, kind, side) ? clean * (1 - chance) : 0);
      clean *= chance;
    };
    if (stop.north > 0 && !kind.hint) ask(Side::north);
    if (stop.west > 0 && !kind.hint) ask(Side::west);
    if (kind.pinned[1] && !kind.hint) ask(Side::east);
    if (kind.pinned[2] && !kind.hint) ask(Side::south);
    rates.clean.push_back(clean);
    rates.broken.push_back(broken);
  }
  return rates;
}

std::vector<std::uint32_t> allowed_by(const Unlocks& unlocks, std::size_t length) {
  std::vector<std::uint32_t> allowed(length + 1);
  for (const std::uint32_t depth : unlocks)
    for (std::size_t d = depth; d <= length; ++d) ++allowed[d];
  return allowed;
}

Rates measured_rates(const Profile& profile, Rates prior, double weight, std::size_t measured) {
  for (std::size_t d = 0; d < measured; ++d) {
    const auto boards = static_cast<double>(profile.boards(d)), unlocked = static_cast<double>(profile.unlocked[d]);
    prior.clean[d] = (static_cast<double>(profile.clean[d]) + weight * prior.clean[d]) / (boards + weight);
    prior.broken[d] = (static_cast<double>(profile.broken[d]) + weight * prior.broken[d]) / (unlocked + weight);
  }
  return prior;
}

Forecast forecast(const Rates& rates, const Unlocks& unlocks, std::size_t from, std::size_t free_from) {
  const std::size_t length = rates.clean.size(), most = unlocks.size();
  std::vector<double> boards(most + 1), next(most + 1);
  boards[0] = 1;
  Forecast result;
  std::size_t allowed = 0;
  for (std::size_t d = from; d < length; ++d) {
    while (allowed < most && (unlocks[allowed] <= d || d >= free_from)) ++allowed;
    for (std::size_t k = 0; k <= most; ++k) {
      next[k] = boards[k] * rates.clean[d] + (k > 0 && k <= allowed ? boards[k - 1] * rates.broken[d] : 0);
      result.nodes += next[k];
    }
    boards.swap(next);
  }
  for (const double count : boards) result.finished += count;
  return result;
}

double promise(const Rates& rates, const Unlocks& unlocks, const Stretch& stretch) {
  const Forecast result = forecast(rates, unlocks, stretch.from, stretch.free_from);
  return result.finished / (result.nodes + stretch.overhead);
}

Unlocks choose_unlocks(const Rates& rates, std::size_t count, const Stretch& stretch) {
  const auto first = static_cast<std::int64_t>(stretch.first_unlock),
             last = static_cast<std::int64_t>(stretch.free_from);
  Unlocks unlocks;
  for (std::size_t i = 0; i < count; ++i)
    unlocks.push_back(static_cast<std::uint32_t>(first + (last - first) * static_cast<std::int64_t>(i) /
                                                             static_cast<std::int64_t>(count)));
  double best = promise(rates, unlocks, stretch);
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < count; ++i)
      for (const int shift : {-8, -3, -1, 1, 3, 8}) {
        const Unlocks before = unlocks;
        unlocks[i] = static_cast<std::uint32_t>(std::clamp(static_cast<std::int64_t>(unlocks[i]) + shift, first, last));
        std::sort(unlocks.begin(), unlocks.end());
        const double now = promise(rates, unlocks, stretch);
        if (now > best * (1 + 1e-6)) {
          best = now;
          better = true;
        } else {
          unlocks = before;
        }
      }
  }
  return unlocks;
}

}  // namespace tesselle::edge::schedule
