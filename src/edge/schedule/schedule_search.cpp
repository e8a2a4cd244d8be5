#include "edge/schedule/schedule_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/hash.hpp"
#include "edge/schedule/colours.hpp"
#include "engine/board_counts.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::schedule {
namespace {

constexpr std::size_t first_width = 2000;  // openings in the first round, which must not take long
constexpr std::size_t usual_width = 8000;  // Eternity II: many different targets find more room than wider beams
constexpr std::size_t wide_enough = 32'000;
constexpr int failures_in_a_row = 3;
constexpr double longest_descent = 30;  // times the average, so that one opening does not take all nodes
constexpr std::uint64_t patience = 1'000'000;
constexpr std::uint64_t endgame_tries = 100'000;
constexpr std::uint64_t nodes_per_look = 5;
constexpr double nodes_per_arrival = 2e5;
constexpr double first_arrivals = 50;  // wanted, however few nodes were made
constexpr int mendable = 6;            // conflicts more than the best board has
constexpr int few_conflicts = 8;       // of the best board: then better ones are met outright, too
// Measured on Eternity II: openings with more room lead to as many families of boards per node as those with less, so
// that a tenth of the nodes for finding them is enough. With few conflicts (inf6102-e) a fifth brings more good boards.
constexpr std::uint64_t finding_share = 10, finding_share_if_few = 5;
constexpr std::uint64_t mending_share = 3;  // one in three on mending boards
constexpr int counted_above_best = 2;       // conflicts more than the best board has

constexpr double colours_weight = 30;  // the colours' frequencies against boards measured

/// Boards with the same beginning are of one family.
std::uint64_t family_of(const std::vector<Placed>& laid, std::size_t depth) {
  Fnv64 hash;
  for (std::size_t d = 0; d < std::min(depth, laid.size()); ++d)
    hash.add(static_cast<std::int64_t>(4 * laid[d].piece.index() + laid[d].rotation));
  return hash.value();
}

/// None if pieces and cells of a kind differ in number.
std::unique_ptr<repair::Shaker> make_shaker(const EdgePuzzle& puzzle) try {
  return std::make_unique<repair::Shaker>(puzzle);
} catch (const UsageError&) {
  return nullptr;
}

}  // namespace

ScheduleSearch::ScheduleSearch(const EdgePuzzle& puzzle, const Settings& settings)
    : settings_(settings),
      rng_(settings.seed),
      plan_(make_plan(puzzle, settings)),
      course_(plan_.course),
      opening_depth_(plan_.opening),
      opening_limit_(plan_.endgame_from() - 1),
      finisher_(course_),
      shaker_(make_shaker(course_.puzzle)),
      profile_(course_.length()),
      descent_(course_, profile_, plan_.tail, rng_),
      palette_(course_.puzzle, share_left()),
      leftover_(palette_.next(rng_)),
      wanted_(plan_.breaks),
      width_(std::min(first_width, settings.width)) {}

Advance ScheduleSearch::advance(Budget budget, SolutionSink& sink) {
  std::uint64_t left = budget.nodes;
  while (left > 0) {
    if (best_ == 0 && settings_.collect == 0) return Advance::stuck;
    const std::uint64_t paid = std::min(left, debt_);
    debt_ -= paid;
    left -= paid;
    nodes_ += paid;
    if (left == 0) break;
    left -= work(left, sink);
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
  else if (openings_)
    open_further();
  else if (selection_.empty() || finding_cost_ * finding_share_now() < nodes_)
    begin_round();
  else if (may_mend())
    mend(sink);
  else
    next_opening();
  return 0;
}

Rates ScheduleSearch::rates() const {
  return measured_rates(profile_, prior_rates(course_, leftover_), colours_weight, plan_.endgame_from());
}

double ScheduleSearch::share_left() const {
  return 1 - static_cast<double>(opening_depth_) / static_cast<double>(course_.length());
}

void ScheduleSearch::begin_round() {
  choose_opening_depth();
  ++rounds_;
  leftover_ = palette_.next(rng_);
  outright_ = best_ && bound() <= few_conflicts && rounds_ % 2 == 0;
  update_allowance();
  openings_ = std::make_unique<Openings>(course_, *growth_, Openings::Request{width_, leftover_}, Rng(rng_()));
  pay_for_finding(course_.length());  // the tables
}

/// One in how many nodes.
std::uint64_t ScheduleSearch::finding_share_now() const {
  return bound() <= few_conflicts ? finding_share_if_few : finding_share;
}

void ScheduleSearch::pay_for_finding(std::uint64_t nodes) {
  debt_ += nodes;
  finding_cost_ += nodes;
}

/// Whole rows, and another number of them only if that is far off: openings can be compared only if they are as long,
/// and those that were searched had more room than most, so what was measured of them exaggerates.
void ScheduleSearch::choose_opening_depth() {
  const auto width = static_cast<std::size_t>(course_.puzzle.width);
  const bool given = settings_.opening > 0;
  const std::size_t exact = std::min(opening_limit_, given ? settings_.opening : opening_depth(rates()));
  const bool too_long = opening_depth_ > opening_limit_ || opening_depth_ >= exact + width * 3 / 2;
  const bool too_short = opening_depth_ + width * 3 / 2 <= exact;
  if (growth_ && !too_long && !too_short) return;
  opening_depth_ = given ? exact : std::min((exact + width / 2) / width * width, opening_limit_);
  growth_ = std::make_unique<Growth>(course_, opening_depth_);
  palette_ = Palette(course_.puzzle, share_left());
  for (const Studied& studied : studied_)
    if (studied.opening_depth == opening_depth_) palette_.learn(studied.palette);
  selection_.clear();
  descents_ = {};
}

void ScheduleSearch::open_further() {
  if (!openings_->over()) {
    pay_for_finding(static_cast<std::uint64_t>(nodes_per_child * static_cast<double>(openings_->step())));
    if (!openings_->over()) return;
  }
  if (openings_->failed()) return give_up_openings();
  failures_ = 0;
  palette_.learn(*openings_);
  selection_.add(*openings_);
  if (selection_.empty())
    selection_.clear();  // a small board: what was searched is again, as other mismatches are allowed
  openings_.reset();
  if (width_ < usual_width) width_ = std::min({2 * width_, usual_width, settings_.width});
}

double ScheduleSearch::nodes_per_descent() const {
  const double expected = descents_.count == 0 ? clean_boards(rates(), opening_depth_) : 0;
  return (expected + static_cast<double>(descents_.nodes)) / std::max(1.0, static_cast<double>(descents_.count));
}

std::uint64_t ScheduleSearch::nodes_of_descent() const {
  return static_cast<std::uint64_t>(1 + longest_descent * nodes_per_descent());
}

/// Another target may do better. Narrow beams may die at hints. If the widest beam dies too, an opening of this length
/// needs mismatches.
void ScheduleSearch::give_up_openings() {
  const std::size_t depth = openings_->depth();
  openings_.reset();
  if (++failures_ < failures_in_a_row) return;
  failures_ = 0;
  if (width_ >= std::min(settings_.width, wide_enough))
    opening_limit_ = opening_depth_ - (opening_depth_ - depth + 1) / 2;
  else
    width_ = std::min(4 * width_, settings_.width);
}

void ScheduleSearch::next_opening() {
  opening_nodes_ = nodes_of_descent();
  ++opened_;
  ++descents_.count;
  descent_.begin(selection_.take());
  descending_ = true;
  debt_ += 4 * course_.length();  // the lists
}

std::uint64_t ScheduleSearch::descend(std::uint64_t nodes, SolutionSink& sink) {
  std::uint64_t left = std::min(nodes, opening_nodes_);
  const std::uint64_t before = left;
  const End end = descent_.run(left);
  const std::uint64_t made = before - left;
  nodes_ += made;  // before they are looked at
  opening_nodes_ -= made;
  descents_.nodes += made;
  if (end == End::watched) look_at_board(sink);
  if (end == End::exhausted || opening_nodes_ == 0) descending_ = false;
  return made;
}

/// Boards with fewer conflicts are looked for; once there is a best one.
int ScheduleSearch::bound() const { return std::max(*best_, settings_.collect + (settings_.collect > 0 ? 1 : 0)); }

std::size_t ScheduleSearch::max_breaks() const {
  const std::size_t most = 2 * plan_.breaks;
  return best_ ? std::min(most, static_cast<std::size_t>(std::max(bound() - 1, 0))) : most;
}

/// As few mismatches are wanted as leave enough boards to be mended, but fewer than the best board has. The fewer a
/// nearly full board has, the better are those that it can be mended to. Better boards outright may have all but one of
/// the mismatches that the best has.
void ScheduleSearch::update_allowance() {
  Stretch stretch = plan_.stretch_above(opening_depth_);
  if (opened_ > 0) stretch.overhead = static_cast<double>(finding_cost_) / static_cast<double>(opened_);
  const Rates now = rates();
  const Parity parity = parity_of(course_, leftover_);
  const auto try_with = [&](std::size_t breaks) { return best_prospect(now, stretch, parity, breaks); };
  const double within = std::min(nodes_per_arrival, static_cast<double>(nodes_ + patience) / first_arrivals);
  const auto suffices = [&](const Prospect& prospect) { return prospect.arrivals * within >= 1; };
  wanted_ = outright_ ? max_breaks() : std::min(wanted_, max_breaks());
  Prospect prospect = try_with(wanted_);
  while (!suffices(prospect) && wanted_ < max_breaks()) prospect = try_with(++wanted_);
  while (!outright_ && suffices(prospect) && wanted_ > 0) {
    Prospect fewer = try_with(wanted_ - 1);
    if (!suffices(fewer)) break;
    prospect = std::move(fewer);
    --wanted_;
  }
  descent_.set_allowance(std::move(prospect.allowance));
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
    leave_board();
    if (may_mend()) mend(sink);
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
  const std::vector<Placed> laid = descent_.laid();
  const std::uint64_t family = family_of(laid, descent_.tail_begins()), before = finisher_.tries();
  if (family != swarm_.family) swarm_ = {family, 0};
  ++swarm_.boards;
  auto full = finisher_.best(laid, outright_ ? bound() : bound() + mendable, endgame_tries);
  debt_ += finisher_.tries() - before;
  if (!full) return;
  offer(*full, sink);
  if (shaker_) workshop_.add({std::move(*full), family, 0});
}

/// The next board differs in more pieces, the more there were with this beginning. A run of 30 s once filled the last
/// cells of 26 269 boards and found six families of good ones. Where good boards are not rare, none is left out.
void ScheduleSearch::leave_board() {
  std::size_t pieces = 2 * static_cast<std::size_t>(std::bit_width(swarm_.boards + 1)) - 3;
  if (bound() <= few_conflicts) pieces = 1;
  descent_.retreat();
  for (std::size_t i = 1; i < pieces && descent_.depth() > descent_.tail_begins() + 1; ++i) descent_.retreat();
}

bool ScheduleSearch::may_mend() const {
  return shaker_ && !workshop_.empty() && mending_cost_ * mending_share <= nodes_;
}

/// The faults of a nearly full board are few and near its end, and the last cells were filled as well as they can be;
/// but the pieces of its last rows often have fewer faults in another order.
void ScheduleSearch::mend(SolutionSink& sink) {
  auto job = workshop_.take(bound() + mendable);
  if (!job) return;
  debt_ += job->effort();
  mending_cost_ += job->effort();
  Rng rng(rng_());
  if (shaker_->improve(job->full.board, rng, job->effort() / nodes_per_look)) {
    ++mended_;
    job->full.conflicts = count_conflicts(course_.puzzle, job->full.board);
    job->failures = 0;
    offer(job->full, sink);
  } else {
    ++job->failures;
  }
  workshop_.add(std::move(*job));
}

void ScheduleSearch::offer(const FullBoard& full, SolutionSink& sink) {
  if (best_ && full.conflicts > std::max(*best_ + counted_above_best, settings_.collect)) return;
  const bool fresh = harvest_.add(full);
  const bool better = !best_ || full.conflicts < *best_;
  if (!better && (!fresh || full.conflicts > settings_.collect)) return;
  sink.improved({course_.turned_back(full.board)});
  if (better) learn_best(full.conflicts);
}

void ScheduleSearch::learn_best(int conflicts) {
  if (best_ && conflicts >= *best_) return;
  best_ = conflicts;
  harvest_.drop_above(std::max(conflicts + counted_above_best, settings_.collect));
  if (max_breaks() < wanted_) update_allowance();
}

EngineProgress ScheduleSearch::progress() const {
  const std::size_t depth = descending_ ? descent_.depth() : openings_ ? openings_->depth() : 0;
  return {nodes_ - nodes_before_, static_cast<int>(depth), std::nullopt};
}

Statistics ScheduleSearch::statistics() const {
  Statistics result;
  result.values = {{"rounds", "", Merge::sum, static_cast<double>(rounds_)},
                   {"openings searched", "", Merge::sum, static_cast<double>(opened_)},
                   {"endgames", "", Merge::sum, static_cast<double>(endgames_)},
                   {"boards mended", "", Merge::sum, static_cast<double>(mended_)},
                   {"deepest", "pieces", Merge::max, static_cast<double>(record_depth_)}};
  for (const auto& [conflicts, boards] : harvest_.boards()) result.values.push_back(board_count(conflicts, boards));
  return result;
}

}  // namespace tesselle::edge::schedule
