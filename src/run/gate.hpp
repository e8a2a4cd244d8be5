#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "base/clock.hpp"
#include "engine/events.hpp"
#include "puzzle/symmetry.hpp"
#include "run/run.hpp"
#include "verify/verify.hpp"

namespace tesselle {

/// How far a run was when something happened.
struct Milestone {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// What the boards so far add up to. Saved in checkpoints.
struct Totals {
  std::uint64_t solutions = 0;  ///< symmetric copies included
  std::uint64_t distinct = 0;
  std::uint64_t verified = 0;
  std::uint64_t announced = 0;  ///< solution events so far
  std::optional<Best> best;
  std::optional<Milestone> first;  ///< when the first solution was offered
};

/// The first `sample_all` boards of a pure count are verified, then those whose number is a power of two.
constexpr std::uint64_t sample_all = 1000;

/// The one gate: every board an engine offers is verified here against the puzzle alone, then counted and queued as an
/// event. Thread-safe: workers offer through their own GateSink, the run loop drains the queue.
class Gate {
 public:
  /// `seconds` is what earlier parts of the run took.
  explicit Gate(const RunRequest& request, Totals totals = {}, double seconds = 0);

  /// Is every orbit reported once (the engine breaks the symmetry), rather than every board?
  bool reduced() const { return reduced_; }
  /// May the board of a solution be skipped when only counting? Not if the orbits must be worked out from it.
  bool can_sample() const { return request_.config.goal == Goal::count && (reduced_ || group_.order() == 1); }
  /// Have enough boards been looked at that the rest may be counted with a look now and then?
  bool sampled_enough() const { return offered_ >= sample_all; }
  const SymmetryGroup& group() const { return group_; }

  /// `nodes` is what the run had made when it came to the board.
  Flow accept(const Solution& solution, std::uint64_t orbit_size, std::uint64_t nodes);
  void count_without_boards(std::uint64_t boards, std::uint64_t orbits);
  void improve(const Solution& board, std::uint64_t nodes);

  bool wants_more() const { return !answered_.load(std::memory_order_relaxed); }
  Totals totals() const;
  std::deque<Event> drain();
  /// Verified boards for those who asked to be told every one (RunRequest::seen).
  std::deque<SolutionRecord> drain_seen();

 private:
  Verdict checked(const Solution& solution, bool must_solve) const;
  [[noreturn]] void refuse(const Solution& solution, const Verdict& verdict) const;
  SolutionRecord record(const Solution& solution, const Verdict& verdict, const Milestone& reached) const;
  void announce(const Solution& solution, const Verdict& verdict, const Milestone& reached);
  Flow accept_counted(const Solution& solution, std::uint64_t orbit_size);
  bool due_for_check();

  const RunRequest& request_;
  SymmetryGroup group_;
  bool reduced_;
  Stopwatch watch_;
  std::atomic<bool> answered_ = false;
  std::atomic<std::uint64_t> offered_ = 0;

  mutable std::mutex mutex_;  // guards all below
  Totals totals_;
  std::deque<Event> events_;
  std::deque<SolutionRecord> seen_;
};

/// One worker's way to the gate.
class GateSink final : public SolutionSink {
 public:
  using Nodes = std::function<std::uint64_t()>;  ///< made so far by the whole run

  GateSink(Gate& gate, Nodes nodes) : gate_(gate), nodes_(std::move(nodes)) {}
  void counted(std::uint64_t boards, std::uint64_t orbits) override { gate_.count_without_boards(boards, orbits); }
  void improved(const Solution& board) override { gate_.improve(board, nodes_()); }
  /// Hands over the solutions that were counted without a board; the worker calls it after every slice.
  void flush();

 protected:
  Flow offer(const Solution& solution, std::uint64_t orbit_size) override;

 private:
  Gate& gate_;
  Nodes nodes_;
  std::uint64_t skipped_calls_ = 0, offered_ = 0;
};

}  // namespace tesselle
