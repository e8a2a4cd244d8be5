#include "edge/schedule/schedule_search.hpp"

#include <algorithm>
#include <cmath>

#include "edge/schedule/colours.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t first_width = 2000;  // openings in the first round, which must not take long
constexpr std::uint64_t first_descents = 1'000'000;
constexpr double nodes_per_child = 3;           // what the beam does with a board, in nodes of a descent
constexpr double children_per_piece = 2.5;      // of a board that is kept
constexpr double descent_share = 10;            // a descent should cost so many times its opening
constexpr std::uint64_t round_share = 4;        // descents of a round cost at most so many times its openings
constexpr std::uint64_t descents_at_most = 16;  // so that one opening does not take a round for itself

constexpr double colours_weight = 30;  // the colours' frequencies against boards measured

std::size_t share_of(std::size_t length, double share) {
  return static_cast<std::size_t>(std::lround(static_cast<double>(length) * share));
}

double cost_of_opening(std::size_t depth) { return nodes_per_child * children_per_piece * static_cast<double>(depth); }

std::size_t first_breaks(const Settings& settings, std::size_t length) {
  return settings.breaks > 0 ? settings.breaks : share_of(length, 17.0 / 256);
}

std::size_t endgame_cells(const Settings& settings, std::size_t length) {
  return std::min(settings.endgame, length / 4);
}

/// As deep as descents are still worth what their openings cost.
std::size_t opening_depth(const Rates& rates, std::size_t length) {
  for (std::size_t depth = length * 3 / 4; depth > 0; --depth)
    if (forecast(rates, {}, depth, length).nodes >= descent_share * cost_of_opening(depth)) return depth;
  return 0;
}

struct RatedPlan {
  Plan plan;
  double promise = 0;
};

Stretch stretch_above(std::size_t opening, const Settings& settings, std::size_t length) {
  const std::size_t tail = length - std::min(length, Tail::most_pieces);
  const std::size_t free_from = length - endgame_cells(settings, length);
  return {opening, std::min(std::max(opening, tail), free_from), free_from, cost_of_opening(opening)};
}

RatedPlan plan_with(const EdgePuzzle& puzzle, const Settings& settings, int teeth,
                    const std::vector<bool>& privileged) {
  RatedPlan result;
  Course& course = result.plan.course = make_course(puzzle, teeth);
  const std::size_t length = course.length();
  const Rates rates = prior_rates(course, privileged);
  result.plan.opening =
      settings.opening > 0 ? std::min(settings.opening, length * 3 / 4) : opening_depth(rates, length);
  const Stretch stretch = stretch_above(result.plan.opening, settings, length);
  result.promise = promise(rates, choose_unlocks(rates, first_breaks(settings, length), stretch), stretch);
  return result;
}

}  // namespace

Plan make_plan(const EdgePuzzle& puzzle, const Settings& settings) {
  Rng rng(settings.seed);
  const auto privileged = choose_privileged(puzzle, rng);
  if (settings.teeth) return plan_with(puzzle, settings, *settings.teeth, privileged).plan;
  RatedPlan best = plan_with(puzzle, settings, 0, privileged);
  for (int teeth = 2; teeth <= std::max(puzzle.width, puzzle.height) / 2; ++teeth)
    if (RatedPlan next = plan_with(puzzle, settings, teeth, privileged); next.promise > best.promise)
      best = std::move(next);
  return best.plan;
}

ScheduleSearch::ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings)
    : ScheduleSearch(make_plan(puzzle, settings), settings) {}

ScheduleSearch::ScheduleSearch(Plan plan, const Settings& settings)
    : settings_(settings),
      rng_(settings.seed),
      course_(std::move(plan.course)),
      opening_depth_(plan.opening),
      opening_limit_(course_.length()),
      endgame_(endgame_cells(settings, course_.length())),
      finisher_(course_),
      lists_(course_, rng_),
      profile_(course_.length()),
      descent_(course_, profile_, rng_),
      width_(std::min(first_width, settings.width)) {}

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
  if (!openings_)
    begin_round();
  else if (!openings_->over())
    open_further(sink);
  else
    next_opening();
  return 0;
}

Rates ScheduleSearch::rates() const {
  return measured_rates(profile_, prior_rates(course_, privileged_), colours_weight, endgame_from());
}

void ScheduleSearch::begin_round() {
  ++rounds_;
  privileged_ = choose_privileged(course_.puzzle, rng_);
  if (settings_.opening == 0) opening_depth_ = std::min(opening_limit_, opening_depth(rates(), course_.length()));
  openings_ =
      std::make_unique<Openings>(course_, lists_, Openings::Request{opening_depth_, width_, privileged_}, Rng(rng_()));
  openings_cost_ = 0;
  next_opening_ = 0;
  round_nodes_ = first_descents * width_ / first_width;
  update_unlocks();
}

void ScheduleSearch::open_further(SolutionSink& sink) {
  const auto cost = static_cast<std::uint64_t>(nodes_per_child * static_cast<double>(openings_->step()));
  debt_ += cost;
  openings_cost_ += cost;
  if (!openings_->over()) return;
  if (openings_->failed()) {
    if (!best_) finish_greedily(openings_->opening(0), sink);
    // Hints may leave no way to lay so many pieces without mismatches.
    opening_limit_ = opening_depth_ - (opening_depth_ - openings_->depth() + 1) / 2;
  }
  round_nodes_ = std::max(round_nodes_, round_share * openings_cost_);
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
  if (end == End::exhausted && !best_) finish_greedily(descent_.laid(), sink);
  if (end == End::exhausted || opening_nodes_ == 0 || round_nodes_ == 0) descending_ = false;
  return made;
}

std::size_t ScheduleSearch::wanted_breaks() const {
  const std::size_t first = first_breaks(settings_, course_.length());
  return best_ ? std::min(first, static_cast<std::size_t>(std::max(*best_ - 1, 0))) : first;
}

void ScheduleSearch::update_unlocks() {
  const Stretch stretch = stretch_above(opening_depth_, settings_, course_.length());
  unlocks_ = choose_unlocks(rates(), wanted_breaks(), stretch);
  descent_.set_allowance({allowed_by(unlocks_, course_.length()), static_cast<std::uint32_t>(wanted_breaks())});
  watch();
}

/// The next depth at which something is to be done: at a new record, and where the endgame begins.
void ScheduleSearch::watch() { descent_.watch(std::min(record_depth_ + 1, endgame_from())); }

void ScheduleSearch::look_at_board(SolutionSink& sink) {
  const std::size_t depth = descent_.depth();
  if (depth > record_depth_) {
    record_depth_ = depth;
    finish_greedily(descent_.laid(), sink);
  }
  if (depth == endgame_from()) {
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
  if (const auto full = finisher_.best(descent_.laid(), *best_, 100'000)) offer(*full, sink);
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
  const std::size_t depth = descending_ ? descent_.depth() : openings_ ? openings_->depth() : 0;
  return {nodes_, static_cast<int>(depth), std::nullopt};
}

Statistics ScheduleSearch::statistics() const {
  Statistics result;
  result.values = {{"rounds", "", Merge::sum, static_cast<double>(rounds_)},
                   {"openings searched", "", Merge::sum, static_cast<double>(opened_)},
                   {"endgames", "", Merge::sum, static_cast<double>(endgames_)},
                   {"deepest", "pieces", Merge::max, static_cast<double>(record_depth_)}};
  for (std::size_t d = 0; d < course_.length(); ++d) result.nodes_per_depth.push_back(profile_.boards(d + 1));
  return result;
}

}  // namespace tesselle::edge::schedule
