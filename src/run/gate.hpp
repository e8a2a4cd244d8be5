#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "base/clock.hpp"
#include "base/effort.hpp"
#include "puzzle/symmetry.hpp"
#include "run/run.hpp"
#include "tesselle/events.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {

/// What one worker found in a unit that is not done yet; it is announced when the unit is done.
struct Tally {
  Totals totals;
  std::vector<SolutionRecord> boards;
};

/// Names a list of boards: start with 0, then add one after the other. Equal boards give equal numbers, however their
/// pieces were numbered.
std::uint64_t board_chain(std::uint64_t before, const SolutionKey& board);

/// If more events than this wait at the gate, the workers wait too.
constexpr std::size_t max_waiting_events = 1 << 16;

/// The first `sample_all` boards of a pure count are verified, then those whose number is a power of two.
constexpr std::uint64_t sample_all = 1000;

/// The one gate: every board an engine offers is verified here against the puzzle alone, then counted and queued as an
/// event. Thread-safe: workers offer through their own GateSink, the run loop drains the queue.
class Gate {
 public:
  /// `seconds` and `cpu_seconds` are what earlier parts of the run took.
  explicit Gate(const RunRequest& request, Totals totals = {}, double seconds = 0, double cpu_seconds = 0);

  /// Is every orbit reported once (the engine breaks the symmetry), rather than every board?
  bool reduced() const { return reduced_; }
  /// May the board of a solution be skipped when only counting? Not if the orbits must be worked out from it.
  bool can_sample() const {
    return request_.config.goal == Goal::count && (reduced_ || group_.order() == 1) && !request_.limits.solutions;
  }
  /// Have enough boards been verified that a sample of the rest is enough?
  bool sampled_enough() const { return offered_ >= sample_all; }
  const SymmetryGroup& group() const { return group_; }

  /// `nodes` is what the run had made when it came to the board. With a tally, what is found goes there.
  Flow accept(const Solution& solution, std::uint64_t orbit_size, std::uint64_t nodes, Tally* tally = nullptr);
  void count_without_boards(std::uint64_t boards, std::uint64_t orbits, Tally* tally = nullptr);
  void improve(const Solution& board, std::uint64_t nodes);
  /// The unit is done: what was found in it counts and is announced.
  void settle(Tally tally);
  /// A board that is shown while the search goes on; it may be unfinished, but breaks no rule.
  SolutionRecord shown(const Solution& board, std::uint64_t nodes) const;

  bool wants_more() const { return !answered_.load(std::memory_order_relaxed); }
  bool hit_solution_limit() const { return limit_hit_.load(std::memory_order_relaxed); }
  Totals totals() const;
  std::deque<Event> drain();
  /// Verified boards for RunRequest::on_board, which gets every one.
  std::deque<SolutionRecord> drain_boards();
  /// While open, workers never wait for their events to be taken away.
  void hold_open(bool open);

 private:
  Verdict checked(const Solution& solution, bool must_solve) const;
  [[noreturn]] void refuse(const Solution& solution, const Verdict& verdict) const;
  SolutionRecord record(const Solution& solution, const Verdict& verdict, const Milestone& reached) const;
  void announce(SolutionRecord found);
  void keep_first(Totals& of, const Milestone& reached) const;
  void settle_first(const std::optional<Milestone>& first);
  Flow accept_counted(const Solution& solution, std::uint64_t orbit_size, Tally* tally);
  Flow accept_boards(const Solution& solution, const Milestone& reached, Tally* tally);
  bool due_for_check();
  void add(Totals& to, std::uint64_t solutions, std::uint64_t distinct, std::uint64_t verified);
  void wait_for_room(std::unique_lock<std::mutex>& lock);

  const RunRequest& request_;
  const std::uint64_t hash_;
  SymmetryGroup group_;
  bool reduced_;
  const bool found_before_;  // by units done earlier, or above them; nobody knows when
  Stopwatch watch_;
  CpuStopwatch cpu_;
  std::atomic<bool> answered_ = false, limit_hit_ = false;
  std::atomic<std::uint64_t> offered_ = 0;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable room_;
  bool open_ = false;
  Totals totals_;
  std::size_t best_covered_ = 0;  // cells, by the best board of this run (packing)
  std::deque<Event> events_;
  std::deque<SolutionRecord> boards_;
};

/// One worker's way to the gate.
class GateSink final : public SolutionSink {
 public:
  using Nodes = std::function<std::uint64_t()>;  ///< made so far by the whole run

  GateSink(Gate& gate, Nodes nodes) : gate_(gate), nodes_(std::move(nodes)) {}
  void counted(std::uint64_t boards, std::uint64_t orbits) override {
    gate_.count_without_boards(boards, orbits, tally());
  }
  void improved(const Solution& board) override { gate_.improve(board, nodes_()); }
  /// Hands over the solutions that were counted without a board; the worker calls it after every slice.
  void flush();

  /// Solutions of the present unit, as of the last flush.
  std::uint64_t found_in_unit() const { return tally_ ? tally_->totals.solutions : 0; }
  /// Between these two everything goes to a tally.
  void begin_unit() { tally_.emplace(); }
  Tally end_unit() {
    flush();
    return *std::exchange(tally_, std::nullopt);
  }

 protected:
  Flow offer(const Solution& solution, std::uint64_t orbit_size) override;

 private:
  Tally* tally() { return tally_ ? &*tally_ : nullptr; }

  Gate& gate_;
  Nodes nodes_;
  std::optional<Tally> tally_;
  std::uint64_t skipped_calls_ = 0, offered_ = 0;
};

}  // namespace tesselle
