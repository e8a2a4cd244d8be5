#include "run/gate.hpp"

#include <fmt/format.h>

#include <bit>
#include <tuple>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {

namespace {

/// Every legal board is a solution as far as cells are concerned; what is asked is how many pieces fit.
bool is_any_fit(const Puzzle& puzzle) { return puzzle.family() == Family::packing && puzzle.packing().region.empty(); }

/// By the pieces of a legal packing; 0 in edge-matching.
std::size_t cells_covered(const Puzzle& puzzle, const Solution& board) {
  if (puzzle.family() != Family::packing) return 0;
  std::size_t cells = 0;
  for (const PackingPlacement& placement : board.packing().placements)
    cells += puzzle.packing().pieces[placement.piece.index()].cells.size();
  return cells;
}

}  // namespace

std::uint64_t board_chain(std::uint64_t before, const SolutionKey& board) {
  Fnv64 hash;
  hash.add(static_cast<std::int64_t>(before));
  for (const std::uint32_t number : board) hash.add(std::int64_t{number});
  return hash.value();
}

Gate::Gate(const RunRequest& request, Totals totals, double seconds, double cpu_seconds)
    : request_(request),
      hash_(puzzle_hash(*request.puzzle)),
      group_(*request.puzzle),
      reduced_(request.config.symmetry == SearchSymmetry::reduced && request.engine->reduces_symmetry),
      found_before_(totals.solutions > 0 && !totals.first),
      watch_(seconds),
      cpu_(cpu_seconds),
      totals_(std::move(totals)) {}

Verdict Gate::checked(const Solution& solution, bool must_solve) const {
  Verdict verdict = verify(*request_.puzzle, solution);
  if (must_solve ? !verdict.solves() : !verdict.legal()) refuse(solution, verdict);
  return verdict;
}

void Gate::refuse(const Solution& solution, const Verdict& verdict) const {
  const Puzzle& puzzle = *request_.puzzle;
  const auto file = request_.reproducer_folder / fmt::format("tesselle-refused-{}.json", hex64(hash_));
  const SolutionRecord refused = record(solution, verdict, {});
  write_file_atomically(file, write_solution_json(puzzle, refused) + "\n");
  throw InternalError(fmt::format("engine {} offered a board that the verifier refuses ({}); seed {}, written to {}",
                                  request_.engine->name, summary(verdict), request_.config.seed, file.string()));
}

SolutionRecord Gate::record(const Solution& solution, const Verdict& verdict, const Milestone& reached) const {
  SolutionRecord record;
  record.puzzle = request_.puzzle->name;
  record.hash = hash_;
  record.solution = solution;
  record.score = verdict.score;
  record.max_score = verdict.max_score;
  record.conflicts = verdict.conflicts;
  record.engine = request_.engine->name;
  record.seed = request_.config.seed;
  record.nodes = reached.nodes;
  record.seconds = reached.seconds;
  return record;
}

void Gate::announce(SolutionRecord found) {
  totals_.best = Best{found.score, found.max_score, found.conflicts};
  totals_.announced_hash = board_chain(totals_.announced_hash, group_.key(found.solution));
  events_.push_back(SolutionFound{std::move(found), ++totals_.announced});
}

bool Gate::due_for_check() {
  const std::uint64_t number = ++offered_;
  return can_sample() || number <= sample_all || std::has_single_bit(number);
}

void Gate::add(Totals& to, std::uint64_t solutions, std::uint64_t distinct, std::uint64_t verified) {
  to.solutions += solutions;
  to.distinct += distinct;
  to.verified += verified;
  if (request_.limits.solutions && totals_.solutions >= *request_.limits.solutions) limit_hit_ = answered_ = true;
}

void Gate::wait_for_room(std::unique_lock<std::mutex>& lock) {
  room_.wait(lock, [&] { return open_ || events_.size() < max_waiting_events; });
}

Flow Gate::accept_counted(const Solution& solution, std::uint64_t orbit_size, Tally* tally) {
  const bool check = due_for_check();
  if (check) checked(solution, true);
  if (reduced_ && orbit_size == 0) orbit_size = group_.orbit_size(solution);
  const bool representative = reduced_ || group_.is_representative(solution);

  const std::lock_guard lock(mutex_);
  add(tally ? tally->totals : totals_, reduced_ ? orbit_size : 1, representative, check);
  return limit_hit_ ? Flow::stop : Flow::go_on;
}

/// The processor time is read for the first alone: that is a system call.
void Gate::keep_first(Totals& of, const Milestone& reached) const {
  if (of.first) return;
  of.first = reached;
  of.first->cpu_seconds = cpu_.seconds();
}

/// Units do not end in the order in which their first solutions came.
void Gate::settle_first(const std::optional<Milestone>& first) {
  if (!first || found_before_) return;
  if (!totals_.first || first->seconds < totals_.first->seconds) totals_.first = first;
}

Flow Gate::accept(const Solution& solution, std::uint64_t orbit_size, std::uint64_t nodes, Tally* tally) {
  const Milestone reached{nodes, watch_.seconds()};
  {
    const std::lock_guard lock(mutex_);
    keep_first(tally ? tally->totals : totals_, reached);
  }
  if (request_.config.goal == Goal::count) return accept_counted(solution, orbit_size, tally);
  return accept_boards(solution, reached, tally);
}

Flow Gate::accept_boards(const Solution& solution, const Milestone& reached, Tally* tally) {
  const bool first_only = request_.config.goal == Goal::first;
  std::vector<Solution> boards = {solution};
  if (!first_only && reduced_) boards = group_.orbit(solution);
  const bool representative = reduced_ || group_.is_representative(solution);
  const bool all_wanted = request_.wanted == Wanted::every_board;
  std::vector<SolutionRecord> announced;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Verdict verdict = checked(boards[i], true);
    if (first_only || all_wanted || (representative && i == 0))
      announced.push_back(record(boards[i], verdict, reached));
  }

  std::unique_lock lock(mutex_);
  wait_for_room(lock);
  if (answered_) return Flow::stop;
  add(tally ? tally->totals : totals_, boards.size(), first_only || representative, announced.size());
  if (first_only) answered_ = true;
  for (SolutionRecord& found : announced)
    if (tally)
      tally->boards.push_back(std::move(found));
    else
      announce(std::move(found));
  return answered_ ? Flow::stop : Flow::go_on;
}

void Gate::count_without_boards(std::uint64_t boards, std::uint64_t orbits, Tally* tally) {
  const std::lock_guard lock(mutex_);
  add(tally ? tally->totals : totals_, boards, orbits, 0);
}

void Gate::settle(Tally tally) {
  std::unique_lock lock(mutex_);
  add(totals_, tally.totals.solutions, tally.totals.distinct, tally.totals.verified);
  settle_first(tally.totals.first);
  for (SolutionRecord& found : tally.boards) {
    wait_for_room(lock);
    announce(std::move(found));
  }
}

void Gate::improve(const Solution& board, std::uint64_t nodes) {
  const Milestone reached{nodes, watch_.seconds()};
  const Verdict verdict = checked(board, false);
  const std::lock_guard lock(mutex_);
  ++totals_.verified;
  if (request_.on_board) boards_.push_back(record(board, verdict, reached));
  const std::size_t covered = cells_covered(*request_.puzzle, board);
  const auto better = [&](const Best& best) {
    return std::tuple(verdict.score, best.conflicts, covered) >
           std::tuple(best.score, verdict.conflicts, best_covered_);
  };
  if (totals_.best && !better(*totals_.best)) return;
  best_covered_ = covered;
  totals_.best = Best{verdict.score, verdict.max_score, verdict.conflicts};
  events_.push_back(Improved{record(board, verdict, reached)});
  if ((verdict.solves() && !is_any_fit(*request_.puzzle)) || (request_.target && verdict.score >= *request_.target))
    answered_ = true;
}

SolutionRecord Gate::shown(const Solution& board, std::uint64_t nodes) const {
  return record(board, checked(board, false), {nodes, watch_.seconds()});
}

Totals Gate::totals() const {
  const std::lock_guard lock(mutex_);
  return totals_;
}

std::deque<Event> Gate::drain() {
  const std::lock_guard lock(mutex_);
  room_.notify_all();
  return std::exchange(events_, {});
}

std::deque<SolutionRecord> Gate::drain_boards() {
  const std::lock_guard lock(mutex_);
  return std::exchange(boards_, {});
}

void Gate::hold_open(bool open) {
  const std::lock_guard lock(mutex_);
  open_ = open;
  room_.notify_all();
}

Flow GateSink::offer(const Solution& solution, std::uint64_t orbit_size) {
  // While all workers together have shown few, every board is asked for; then only those at powers of two.
  const bool size_known = orbit_size != 0 || gate_.group().order() == 1;
  if (gate_.can_sample() && size_known && gate_.sampled_enough()) next_wanted_ = std::bit_ceil(found_ + 1);
  ++offered_;
  return gate_.accept(solution, orbit_size, nodes_(), tally());
}

void GateSink::flush() {
  const std::uint64_t calls = found_ - offered_;  // calls without a board since construction
  if (calls > skipped_calls_) gate_.count_without_boards(skipped_boards_, calls - skipped_calls_, tally());
  skipped_calls_ = calls;
  skipped_boards_ = 0;
}

}  // namespace tesselle
