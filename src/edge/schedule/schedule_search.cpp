#include "edge/schedule/schedule_search.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::edge::schedule {
namespace {

constexpr int auditions = 10;
constexpr std::uint64_t first_audition_nodes = 200'000;  // doubles with every round, until rounds are long enough
constexpr std::uint64_t champion_share = 2;              // the champion's nodes for each node of an audition

constexpr double relief = 0.93;  // of the quota, when no audition came far: hints may leave no room for it

constexpr double colours_weight = 30;   // the colours' frequencies against boards measured in all attempts
constexpr double others_weight = 1000;  // all attempts against boards measured in one

std::size_t share_of(std::size_t length, double share) {
  return static_cast<std::size_t>(std::lround(static_cast<double>(length) * share));
}

}  // namespace

ScheduleSearch::ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings)
    : settings_(settings),
      course_(make_course(puzzle, settings.teeth > 0
                                      ? settings.teeth
                                      : static_cast<int>(share_of(
                                            static_cast<std::size_t>(std::max(puzzle.width, puzzle.height)), 0.3)))),
      rng_(settings.seed),
      finisher_(course_),
      profile_(course_.length()),
      endgame_(std::min(settings.endgame, course_.length() / 4)),
      first_unlock_(share_of(course_.length(), 0.7)),
      strength_(settings.quota),
      audition_nodes_(first_audition_nodes),
      auditions_left_(auditions) {}

ScheduleSearch::Attempt::Attempt(const Course& course, double strength, std::size_t flat_from, Rng& rng)
    : privileged(choose_privileged(course.puzzle, rng)),
      lists(course, privileged, rng),
      profile(course.length()),
      descent(course, lists, profile, quota_curve(course, privileged, strength, flat_from)) {}

Advance ScheduleSearch::advance(Budget budget, SolutionSink& sink) {
  std::uint64_t left = budget.nodes;
  while (left > 0) {
    if (best_ == 0) return Advance::stuck;
    const std::uint64_t paid = std::min(left, debt_);
    debt_ -= paid;
    left -= paid;
    nodes_ += paid;
    if (left == 0) break;
    const std::uint64_t made = run_attempt(left, sink);
    left -= made;
    nodes_ += made;
  }
  return Advance::running;
}

/// Returns the nodes made.
std::uint64_t ScheduleSearch::run_attempt(std::uint64_t nodes, SolutionSink& sink) {
  if (!attempt_) {
    next_attempt();
    return 0;  // its debt is paid first, so that slices do not change how far a budget goes
  }
  std::uint64_t left = std::min(nodes, attempt_->nodes_left);
  const std::uint64_t before = left;
  const Descent::End end = attempt_->descent.run(left);
  attempt_->nodes_left -= before - left;
  attempt_->nodes += before - left;
  if (end == Descent::End::watched) look_at_board(sink);
  if (end == Descent::End::exhausted) {
    if (!best_) finish_greedily(sink);
    profile_.add(attempt_->profile);
    attempt_.reset();
  } else if (attempt_->nodes_left == 0) {
    end_attempt();
  }
  return before - left;
}

void ScheduleSearch::next_attempt() {
  ++debt_;  // so that attempts which come to nothing at once use up the budget too
  if (auditions_left_ == 0 && !champion_) {
    strength_ *= relief;
    auditions_left_ = auditions;
  }
  if (auditions_left_ > 0)
    audition();
  else
    resume_champion();
  update_unlocks();
}

void ScheduleSearch::audition() {
  --auditions_left_;
  ++attempts_;
  const double strength = strength_ * (1 + settings_.spread * (2 * rng_.unit() - 1));
  attempt_ = std::make_unique<Attempt>(course_, strength, first_unlock_, rng_);
  attempt_->nodes_left = audition_nodes_;
}

void ScheduleSearch::resume_champion() {
  attempt_ = std::move(champion_);
  profile_.remove(attempt_->profile);
  attempt_->nodes_left = audition_nodes_ * auditions * champion_share;
  auditions_left_ = auditions;
  if (attempt_->nodes_left < settings_.restart_nodes) audition_nodes_ *= 2;
}

/// An attempt that never came to where mismatches begin is no champion.
void ScheduleSearch::end_attempt() {
  profile_.add(attempt_->profile);
  if (promise(*attempt_) > (champion_ ? promise(*champion_) : 0)) champion_ = std::move(attempt_);
  attempt_.reset();
}

std::size_t ScheduleSearch::wanted_breaks() const {
  const std::size_t first = settings_.breaks > 0 ? settings_.breaks : share_of(course_.length(), 17.0 / 256);
  return best_ ? std::min(first, static_cast<std::size_t>(std::max(*best_ - 1, 0))) : first;
}

Rates ScheduleSearch::rates_of(const Attempt& attempt) const {
  const Rates colours = prior_rates(course_, attempt.privileged);
  const Rates others = measured_rates(profile_, colours, colours_weight, endgame_from());
  return measured_rates(attempt.profile, others, others_weight, endgame_from());
}

Unlocks ScheduleSearch::plan_unlocks(const Attempt& attempt) const {
  return choose_unlocks(rates_of(attempt), wanted_breaks(), first_unlock_, endgame_from());
}

/// Full boards per node: how many nodes it took to get where mismatches begin was measured, the rest is forecast.
double ScheduleSearch::promise(const Attempt& attempt) const {
  const auto arrived = static_cast<double>(attempt.profile.boards(first_unlock_));
  if (arrived == 0) return 0;
  const Forecast below = forecast(rates_of(attempt), plan_unlocks(attempt), first_unlock_, endgame_from());
  double above = 0;
  for (std::size_t d = 1; d <= first_unlock_; ++d) above += static_cast<double>(attempt.profile.boards(d));
  return below.finished / (below.nodes + above / arrived);
}

void ScheduleSearch::update_unlocks() {
  attempt_->descent.set_allowed(allowed_by(plan_unlocks(*attempt_), course_.length()));
  watch();
}

/// The next depth at which something is to be done: at a new record, and where the endgame begins.
void ScheduleSearch::watch() { attempt_->descent.watch(std::min(record_depth_ + 1, endgame_from())); }

void ScheduleSearch::look_at_board(SolutionSink& sink) {
  const std::size_t depth = attempt_->descent.depth();
  if (depth > record_depth_) {
    record_depth_ = depth;
    finish_greedily(sink);
  }
  if (depth == endgame_from()) {
    finish_exactly(sink);
    attempt_->descent.retreat();
  }
  watch();
}

std::vector<Placed> ScheduleSearch::laid() const {
  std::vector<Placed> result;
  for (std::size_t d = 0; d < attempt_->descent.depth(); ++d) {
    const Candidate& candidate = attempt_->descent.laid(d);
    result.push_back({PieceId(candidate.piece), candidate.rotation});
  }
  return result;
}

void ScheduleSearch::finish_greedily(SolutionSink& sink) {
  const std::uint64_t before = finisher_.tries();
  offer(finisher_.greedy(laid(), rng_), sink);
  debt_ += finisher_.tries() - before;
}

void ScheduleSearch::finish_exactly(SolutionSink& sink) {
  ++endgames_;
  const std::uint64_t before = finisher_.tries();
  if (const auto full = finisher_.best(laid(), *best_, 100'000)) offer(*full, sink);
  debt_ += finisher_.tries() - before;
}

void ScheduleSearch::offer(const FullBoard& full, SolutionSink& sink) {
  if (best_ && full.conflicts >= *best_) return;
  const std::size_t before = wanted_breaks();
  best_ = full.conflicts;
  sink.improved({course_.turned_back(full.board)});
  if (wanted_breaks() < before) update_unlocks();
}

EngineProgress ScheduleSearch::progress() const {
  return {nodes_, attempt_ ? static_cast<int>(attempt_->descent.depth()) : 0, std::nullopt};
}

Statistics ScheduleSearch::statistics() const {
  Statistics result;
  result.values = {{"attempts", "", Merge::sum, static_cast<double>(attempts_)},
                   {"endgames", "", Merge::sum, static_cast<double>(endgames_)},
                   {"deepest", "pieces", Merge::max, static_cast<double>(record_depth_)}};
  return result;
}

}  // namespace tesselle::edge::schedule
