#include "edge/schedule/schedule_search.hpp"

#include <algorithm>
#include <cmath>

namespace tesselle::edge::schedule {
namespace {

/// The first attempt; the others are as long as all before them, up to the limit. So the rates are measured, and the
/// unlocks corrected, several times in the first second.
constexpr std::uint64_t pilot_nodes = 500'000;

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
      first_unlock_(share_of(course_.length(), 0.7)) {}

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
  if (!attempt_) begin_attempt();
  std::uint64_t left = std::min(nodes, attempt_->nodes_left);
  const std::uint64_t before = left;
  const Descent::End end = attempt_->descent.run(left);
  attempt_->nodes_left -= before - left;
  if (end == Descent::End::watched) look_at_board(sink);
  if (end == Descent::End::exhausted || attempt_->nodes_left == 0) {
    if (!best_) finish_greedily(sink);
    attempt_.reset();
  }
  return before - left;
}

void ScheduleSearch::begin_attempt() {
  ++attempts_;
  ++debt_;  // so that attempts which come to nothing at once use up the budget too
  attempt_ = std::make_unique<Attempt>(course_, profile_, rng_);
  attempt_->nodes_left = std::min(std::max(nodes_, pilot_nodes), settings_.restart_nodes);
  plan_unlocks();
  attempt_->descent.begin(quota_curve(course_, attempt_->privileged, settings_.quota, first_unlock_), allowed_);
  watch();
}

void ScheduleSearch::plan_unlocks() {
  std::size_t count = settings_.breaks > 0 ? settings_.breaks : share_of(course_.length(), 17.0 / 256);
  if (best_) count = std::min(count, static_cast<std::size_t>(*best_ - 1));
  unlocks_ = choose_unlocks(estimate_rates(course_, attempt_->privileged, profile_, endgame_from()), count,
                            first_unlock_, endgame_from());
  allowed_ = allowed_by(unlocks_, course_.length());
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
  best_ = full.conflicts;
  sink.improved({course_.turned_back(full.board)});
  if (*best_ == 0 || static_cast<std::size_t>(*best_) > unlocks_.size()) return;
  plan_unlocks();
  attempt_->descent.set_allowed(allowed_);
}

EngineProgress ScheduleSearch::progress() const {
  return {nodes_, attempt_ ? static_cast<int>(attempt_->descent.depth()) : 0, std::nullopt};
}

Statistics ScheduleSearch::statistics() const {
  Statistics result;
  result.values = {{"attempts", "", Merge::sum, static_cast<double>(attempts_)},
                   {"endgames", "", Merge::sum, static_cast<double>(endgames_)},
                   {"deepest", "pieces", Merge::max, static_cast<double>(record_depth_)}};
  for (std::size_t d = 1; d <= course_.length(); ++d) result.nodes_per_depth.push_back(profile_.boards(d));
  return result;
}

}  // namespace tesselle::edge::schedule
