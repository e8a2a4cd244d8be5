#include "edge/schedule/plan.hpp"

#include <algorithm>
#include <cmath>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr double children_per_piece = 2.5;   // of a board that the beam search keeps
constexpr double descent_share = 30;         // a descent should cost this many times its opening
constexpr double usual_breaks = 17.0 / 256;  // per piece: what is found on Eternity II within seconds

double cost_of_opening(std::size_t depth) { return nodes_per_child * children_per_piece * static_cast<double>(depth); }

struct RatedPlan {
  Plan plan;
  double promise = 0;
};

/// `opening`: if not given, it is worked out.
RatedPlan plan_with(const EdgePuzzle& puzzle, const Settings& settings, int teeth, std::optional<std::size_t> opening,
                    const Leftover& leftover) {
  RatedPlan result;
  Plan& plan = result.plan;
  plan.course = make_course(puzzle, teeth);
  const std::size_t length = plan.course.length();
  plan.endgame = std::min(settings.endgame, length / 4);
  plan.breaks = settings.breaks > 0 ? settings.breaks
                                    : static_cast<std::size_t>(std::lround(usual_breaks * static_cast<double>(length)));
  const Rates rates = prior_rates(plan.course, leftover);
  plan.opening = std::min(opening ? *opening : opening_depth(rates), plan.endgame_from() - 1);

  plan.tail = Descent::TailLength::two_words;
  const Stretch stretch = plan.stretch_above(plan.opening);
  const Prospect prospect = best_prospect(rates, stretch, parity_of(plan.course, leftover), plan.breaks);
  result.promise = prospect.promise;
  if (prospect.allowance.first_unlocked() >= Descent::tail_from(plan.course, Descent::TailLength::one_word))
    plan.tail = Descent::TailLength::one_word;
  return result;
}

}  // namespace

Stretch Plan::stretch_above(std::size_t opening_depth) const {
  const std::size_t tail_from = Descent::tail_from(course, tail);
  return {opening_depth, std::min(std::max(opening_depth, tail_from), endgame_from()), endgame_from(),
          cost_of_opening(opening_depth)};
}

Plan make_plan(const EdgePuzzle& puzzle, const Settings& settings) {
  Rng rng(settings.seed);
  const Leftover leftover = without(choose_privileged(puzzle, rng), puzzle, 1);
  std::optional<std::size_t> opening;
  if (settings.opening > 0) opening = settings.opening;
  RatedPlan best = plan_with(puzzle, settings, settings.teeth.value_or(0), opening, leftover);
  if (settings.teeth) return best.plan;
  // Teeth that begin after the opening leave it as it is, so the plans can be compared.
  const int width = best.plan.course.puzzle.width, height = best.plan.course.puzzle.height;
  const int rows_left = height - (static_cast<int>(best.plan.opening) + width - 1) / width;
  for (int teeth = 2; teeth <= std::min(rows_left, height / 2); ++teeth)
    if (RatedPlan next = plan_with(puzzle, settings, teeth, best.plan.opening, leftover); next.promise > best.promise)
      best = std::move(next);
  return best.plan;
}

std::size_t opening_depth(const Rates& rates) {
  const std::size_t length = rates.clean.size();
  for (std::size_t depth = length * 3 / 4; depth > 0; --depth)
    if (clean_boards(rates, depth) >= descent_share * cost_of_opening(depth)) return depth;
  return 0;
}

}  // namespace tesselle::edge::schedule
