#include "edge/schedule/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "base/patience.hpp"

namespace tesselle::edge::schedule {
namespace {

enum class Sort { corner, border, inner };

Sort sort_of(const CellKind& kind, bool framed) {
  const auto rims = framed ? std::count(kind.rim.begin(), kind.rim.end(), true) : 0;
  return rims >= 2 ? Sort::corner : rims == 1 ? Sort::border : Sort::inner;
}

/// The chance that two sides fit that are drawn at random from these.
double chance_to_fit(const EdgePuzzle& puzzle, const Leftover& sides) {
  double total = 0, fitting = 0;
  for (std::size_t c = 0; c < sides.size(); ++c) {
    total += sides[c];
    fitting += sides[c] * sides[puzzle.mate_of(Colour(c)).index()];
  }
  return total == 0 ? 1 : fitting / (total * total);
}

struct Chances {
  double rim = 1, inner = 1;
};
Chances late_chances(const EdgePuzzle& puzzle, const Leftover& left) {
  const auto on_rim = rim_colours(puzzle);
  Leftover rim(on_rim.size()), inner(on_rim.size());
  for (std::size_t c = 0; c < on_rim.size(); ++c)
    if (puzzle.frame != Colour(c)) (on_rim[c] ? rim : inner)[c] = left[c];
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

Rates prior_rates(const Course& course, const Leftover& leftover) {
  const Chances chances = late_chances(course.puzzle, leftover);
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

Rates measured_rates(const Profile& profile, Rates prior, double weight, std::size_t measured) {
  for (std::size_t d = 0; d < measured; ++d) {
    const auto boards = static_cast<double>(profile.boards(d)), unlocked = static_cast<double>(profile.unlocked[d]);
    prior.clean[d] = (static_cast<double>(profile.clean[d]) + weight * prior.clean[d]) / (boards + weight);
    prior.broken[d] = (static_cast<double>(profile.breaks[d]) + weight * prior.broken[d]) / (unlocked + weight);
  }
  return prior;
}

double clean_boards(const Rates& rates, std::size_t from) {
  double boards = 1, sum = 0;
  for (std::size_t d = from; d < rates.clean.size(); ++d) sum += boards *= rates.clean[d];
  return sum;
}

Parity parity_of(const Course& course, const Leftover& leftover) {
  if (!counts_odd_colours(course)) return {};
  const auto sides = supply(course.puzzle);
  const auto odd = std::count_if(sides.begin(), sides.end(), [](std::size_t count) { return count % 2 != 0; });
  const auto colours = static_cast<std::size_t>(std::lround(1 / late_chances(course.puzzle, leftover).inner));
  return {std::clamp<std::size_t>(colours, 2, Allowance::max_odd), static_cast<std::size_t>(odd)};
}

namespace {

/// Which boards are worth going on from, worked out from the last ones to the first. A board is if it promises as many
/// full boards for the nodes that it costs as all of them together do.
class Chain {
 public:
  Chain(const Rates& rates, const Stretch& stretch, const Parity& parity, std::size_t in_all)
      : rates_(rates),
        stretch_(stretch),
        in_all_(in_all),
        odds_(parity.colours + 1),
        start_(std::min(parity.odd, parity.colours)),
        ends_(ends()) {}

  /// Each time with what the boards that were worth it before promised together, until that does not change.
  Prospect best() {
    double promise = 0;
    for (int i = 0; i < max_improvements; ++i) {
      const double better = walk(promise);
      if (better <= promise * (1 + least_improvement)) break;
      promise = better;
    }
    return {Allowance(std::move(max_)), promise, arrivals_};
  }

 private:
  static constexpr int max_improvements = 50;
  static constexpr double least_improvement = 1e-4;
  struct State {
    double full = 0, nodes = 0, arrivals = 0;
    bool worth(double promise) const { return full > 0 && full >= promise * (1 + nodes); }
  };
  using Layer = std::vector<State>;  ///< by mismatches and odd colours

  std::size_t index(std::size_t breaks, std::size_t odd) const { return breaks * odds_ + odd; }

  /// The chances that a mismatch makes two more colours odd, or even. It is about two different ones.
  double chance_of_more(std::size_t odd) const { return pairs(odds_ - 1 - odd) / pairs(odds_ - 1); }
  double chance_of_fewer(std::size_t odd) const { return pairs(odd) / pairs(odds_ - 1); }
  static double pairs(std::size_t count) { return static_cast<double>(count) * (static_cast<double>(count) - 1) / 2; }

  /// Averages over what a mismatch does to the odd colours.
  template <class Of>
  auto after_mismatch(std::size_t odd, Of of) const {
    if (odds_ == 1) return of(odd, 1.0);
    const double more = chance_of_more(odd), fewer = chance_of_fewer(odd);
    auto sum = of(odd, 1 - more - fewer);
    if (more > 0) sum += of(odd + 2, more);
    if (fewer > 0) sum += of(odd - 2, fewer);
    return sum;
  }

  /// Ways to fill the last cells with this many more mismatches, by odd colours: all must become even, which among
  /// random mismatches that are many one in 2^(colours - 1) achieves; the rates know of that average only.
  std::vector<std::vector<double>> ends() const {
    std::vector<double> ways(in_all_ + 1);
    ways[0] = 1;
    for (std::size_t d = stretch_.free_from; d < rates_.clean.size(); ++d)
      for (std::size_t k = in_all_ + 1; k-- > 0;)
        ways[k] = ways[k] * rates_.clean[d] + (k > 0 ? ways[k - 1] * rates_.broken[d] : 0);
    std::vector<double> even(odds_), before;
    even[0] = odds_ == 1 ? 1 : std::exp2(static_cast<double>(odds_) - 2);
    std::vector<std::vector<double>> result;
    for (std::size_t k = 0; k <= in_all_; ++k) {
      result.push_back(even);
      for (double& chance : result.back()) chance *= ways[k];
      before = even;
      for (std::size_t odd = 0; odd < odds_; ++odd)
        even[odd] = after_mismatch(odd, [&](std::size_t next, double chance) { return chance * before[next]; });
    }
    return result;
  }

  Layer last_layer() const {
    Layer layer((in_all_ + 1) * odds_);
    for (std::size_t k = 0; k <= in_all_; ++k)
      for (std::size_t odd = 0; odd < odds_; ++odd)
        for (std::size_t more = 0; k + more <= in_all_; ++more) layer[index(k, odd)].full += ends_[more][odd];
    for (State& state : layer) state.arrivals = 1;
    return layer;
  }

  void allow(std::size_t depth, const Layer& layer, double promise) {
    max_[depth].fill(0);
    for (std::size_t odd = 0; odd < odds_; ++odd)
      for (std::size_t k = 1; k <= in_all_ && layer[index(k, odd)].worth(promise); ++k)
        max_[depth][odd] = static_cast<std::uint16_t>(k);
    for (std::size_t odd = odds_; odd <= Allowance::max_odd; ++odd) max_[depth][odd] = max_[depth][odds_ - 1];
  }

  State before(std::size_t depth, std::size_t k, std::size_t odd, const Layer& next) const {
    const State& clean = next[index(k, odd)];
    const double fitting = rates_.clean[depth];
    State state{fitting * clean.full, fitting * (1 + clean.nodes), fitting * clean.arrivals};
    if (depth < stretch_.first_unlock || k == in_all_) return state;
    const auto add = [&](std::size_t odd_then, double chance) {
      const double ways = chance * rates_.broken[depth];
      const State& broken = next[index(k + 1, odd_then)];
      if (k >= max_[depth + 1][odd_then]) return 0;
      state.full += ways * broken.full;
      state.nodes += ways * (1 + broken.nodes);
      state.arrivals += ways * broken.arrivals;
      return 0;
    };
    after_mismatch(odd, add);
    return state;
  }

  double walk(double promise) {
    max_.assign(rates_.clean.size() + 1, Allowance::everything(in_all_));
    Layer next = last_layer(), layer = next;
    for (std::size_t d = stretch_.free_from; d-- > stretch_.from;) {
      Patience::ask();
      if (d >= stretch_.first_unlock) allow(d + 1, next, promise);
      for (std::size_t k = 0; k <= in_all_; ++k)
        for (std::size_t odd = 0; odd < odds_; ++odd) layer[index(k, odd)] = before(d, k, odd, next);
      layer.swap(next);
    }
    for (std::size_t d = 0; d <= std::max(stretch_.first_unlock, stretch_.from); ++d) max_[d].fill(0);
    const State& start = next[index(0, start_)];
    arrivals_ = start.arrivals / (start.nodes + stretch_.overhead);
    return start.full / (start.nodes + stretch_.overhead);
  }

  const Rates& rates_;
  const Stretch& stretch_;
  std::size_t in_all_, odds_, start_;
  std::vector<std::vector<double>> ends_;
  std::vector<Allowance::Row> max_;
  double arrivals_ = 0;  ///< per node, with the allowance there is
};

}  // namespace

Prospect best_prospect(const Rates& rates, const Stretch& stretch, const Parity& parity, std::size_t in_all) {
  return Chain(rates, stretch, parity, in_all).best();
}

}  // namespace tesselle::edge::schedule
