#include "edge/schedule/schedule_search.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t first_width = 2000;  // openings in the first round, which must not take long
constexpr std::size_t wide_enough = 32'000;
constexpr std::uint64_t first_descents = 1'000'000;
constexpr std::uint64_t round_share = 4;        // descents of a round cost at most so many times its openings
constexpr std::uint64_t descents_at_most = 16;  // so that one opening does not take a round for itself
constexpr std::uint64_t patience = 5'000'000;
constexpr std::uint64_t endgame_tries = 100'000;

constexpr double colours_weight = 30;  // the colours' frequencies against boards measured

}  // namespace

ScheduleSearch::ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings)
    : settings_(settings),
      rng_(settings.seed),
      plan_(make_plan(puzzle, settings)),
      course_(plan_.course),
      opening_depth_(plan_.opening),
      opening_limit_(course_.length()),
      finisher_(course_),
      lists_(course_, rng_),
      profile_(course_.length()),
      descent_(course_, profile_, plan_.tail, rng_),
      privileged_(choose_privileged(course_.puzzle, rng_)),
      width_(std::min(first_width, settings.width)) {
  allowance_.in_all = static_cast<std::uint32_t>(plan_.breaks);
}

Advance ScheduleSearch::advance(Budget budget, SolutionSink& sink) {
  std::uint64_t left = budget.nodes;
  while (left > 0) {
    if (best_ == 0) return Advance::stuck;
    const std::uint64_t paid = std::min(left, debt_);
    debt_ -= paid;
    left -= paid;
    nodes_ += paid;
    if (left == 0) break;
    const std::uint64_t made = work(left, sink);
    left -= made;
    nodes_ += made;
  }
  return Advance::running;
}

/// Returns the nodes made. What is not a descent makes debts, which are paid first, so that slices do not change how
/// far a budget goes.
std::uint64_t ScheduleSearch::work(std::uint64_t nodes, SolutionSink& sink) {
  if (descending_) return descend(nodes, sink);
  ++debt_;
  if (!best_)
    finish_greedily({}, sink);
  else if (!openings_)
    begin_round();
  else if (!openings_->over())
    open_further();
  else
    next_opening();
  return 0;
}

Rates ScheduleSearch::rates() const {
  return measured_rates(profile_, prior_rates(course_, privileged_), colours_weight, plan_.endgame_from());
}

void ScheduleSearch::begin_round() {
  ++rounds_;
  privileged_ = choose_privileged(course_.puzzle, rng_);
  if (settings_.opening == 0) opening_depth_ = std::min(opening_limit_, opening_depth(rates()));
  openings_ =
      std::make_unique<Openings>(course_, lists_, Openings::Request{opening_depth_, width_, privileged_}, Rng(rng_()));
  openings_cost_ = 0;
  next_opening_ = 0;
  round_nodes_ = first_descents * width_ / first_width;
  update_unlocks();
}

void ScheduleSearch::open_further() {
  const auto cost = static_cast<std::uint64_t>(nodes_per_child * static_cast<double>(openings_->step()));
  debt_ += cost;
  openings_cost_ += cost;
  if (!openings_->over()) return;
  if (openings_->failed()) return give_up_openings();
  round_nodes_ = std::max(round_nodes_, round_share * openings_cost_);
}

/// Hints are bottlenecks that narrow beams do not get through. If the widest does not either, so many pieces cannot be
/// laid without mismatches.
void ScheduleSearch::give_up_openings() {
  if (width_ >= std::min(settings_.width, wide_enough))
    opening_limit_ = opening_depth_ - (opening_depth_ - openings_->depth() + 1) / 2;
  else
    width_ = std::min(4 * width_, settings_.width);
  openings_.reset();
}

void ScheduleSearch::next_opening() {
  if (next_opening_ == openings_->count() || round_nodes_ == 0) {
    openings_.reset();
    width_ = std::min(2 * width_, settings_.width);
    return;
  }
  ++opened_;
  descent_.begin(openings_->opening(next_opening_++));
  opening_nodes_ = std::max<std::uint64_t>(round_nodes_ / descents_at_most, 1);
  descending_ = true;
  debt_ += 4 * course_.length();  // the lists
}

std::uint64_t ScheduleSearch::descend(std::uint64_t nodes, SolutionSink& sink) {
  std::uint64_t left = std::min({nodes, opening_nodes_, round_nodes_});
  const std::uint64_t before = left;
  const End end = descent_.run(left);
  const std::uint64_t made = before - left;
  opening_nodes_ -= made;
  round_nodes_ -= made;
  if (end == End::watched) look_at_board(sink);
  if (end == End::exhausted || opening_nodes_ == 0 || round_nodes_ == 0) descending_ = false;
  return made;
}

std::size_t ScheduleSearch::most_breaks() const {
  const std::size_t most = 2 * plan_.breaks;
  return best_ ? std::min(most, static_cast<std::size_t>(std::max(*best_ - 1, 0))) : most;
}

/// As few mismatches are wanted as can be expected within as many nodes as were made so far, but fewer than the best
/// board has.
void ScheduleSearch::update_unlocks() {
  const Stretch stretch = plan_.stretch_above(opening_depth_);
  const Rates now = rates();
  const double enough = 1 / static_cast<double>(nodes_ + patience);
  const auto try_with = [&](std::size_t breaks) {
    Unlocks unlocks = choose_unlocks(now, breaks, stretch);
    const bool good = promise(now, unlocks, stretch) >= enough;
    return std::pair(std::move(unlocks), good);
  };
  std::size_t wanted = std::min<std::size_t>(allowance_.in_all, most_breaks());
  auto [unlocks, good] = try_with(wanted);
  for (; !good && wanted < most_breaks(); std::tie(unlocks, good) = try_with(wanted)) ++wanted;
  for (; good && wanted > 0; --wanted) {
    auto fewer = try_with(wanted - 1);
    if (!fewer.second) break;
    unlocks = std::move(fewer.first);
  }
  allowance_ = {allowed_by(unlocks, course_.length()), static_cast<std::uint32_t>(wanted)};
  descent_.set_allowance(allowance_);
  watch();
}

/// The next depth at which something is to be done: at a new record, and where the endgame begins.
void ScheduleSearch::watch() { descent_.watch(std::min(record_depth_ + 1, plan_.endgame_from())); }

void ScheduleSearch::look_at_board(SolutionSink& sink) {
  const std::size_t depth = descent_.depth();
  if (depth > record_depth_) {
    record_depth_ = depth;
    finish_greedily(descent_.laid(), sink);
  }
  if (depth == plan_.endgame_from()) {
    finish_exactly(sink);
    descent_.retreat();
  }
  watch();
}

void ScheduleSearch::finish_greedily(const std::vector<Placed>& laid, SolutionSink& sink) {
  const std::uint64_t before = finisher_.tries();
  offer(finisher_.greedy(laid, rng_), sink);
  debt_ += finisher_.tries() - before;
}

void ScheduleSearch::finish_exactly(SolutionSink& sink) {
  ++endgames_;
  const std::uint64_t before = finisher_.tries();
  if (const auto full = finisher_.best(descent_.laid(), *best_, endgame_tries)) offer(*full, sink);
  debt_ += finisher_.tries() - before;
}

void ScheduleSearch::offer(const FullBoard& full, SolutionSink& sink) {
  if (best_ && full.conflicts >= *best_) return;
  best_ = full.conflicts;
  sink.improved({course_.turned_back(full.board)});
  if (most_breaks() < allowance_.in_all) update_unlocks();
}

EngineProgress ScheduleSearch::progress() const {
  const std::size_t depth = descending_ ? descent_.depth() : openings_ ? openings_->depth() : 0;
  return {nodes_, static_cast<int>(depth), std::nullopt};
}

Statistics ScheduleSearch::statistics() const {
  Statistics result;
  result.values = {{"rounds", "", Merge::sum, static_cast<double>(rounds_)},
                   {"openings searched", "", Merge::sum, static_cast<double>(opened_)},
                   {"endgames", "", Merge::sum, static_cast<double>(endgames_)},
                   {"deepest", "pieces", Merge::max, static_cast<double>(record_depth_)}};
  return result;
}

}  // namespace tesselle::edge::schedule
