#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "run/checkpoint.hpp"
#include "run/gate.hpp"
#include "run/run.hpp"
#include "run/thread_pool.hpp"

namespace tesselle {

/// The worker threads of one run. Each has its own engine and takes jobs (subtrees) from a shared queue; stop
/// requests, node limits and pauses are seen between slices only. The run loop looks at the crew from outside.
class Crew {
 public:
  struct Snapshot {
    std::uint64_t nodes = 0;
    int depth = 0;
    std::optional<double> fraction;
    std::optional<ProgressMade::Units> units;
  };

  /// Goes on with the jobs and the engine's state of `from`.
  Crew(const RunRequest& request, Gate& gate, const Checkpoint& from);
  ~Crew();

  /// Waits up to `seconds`, or until every worker is done.
  void wait(double seconds);
  bool finished() const;
  /// Every job was walked to its end (or an incomplete engine is stuck).
  bool exhausted() const;
  bool hit_node_limit() const { return node_limit_hit_; }

  /// The number of jobs that the search was cut into at its start, for the fraction done.
  std::size_t total_jobs() const { return total_jobs_; }
  Snapshot snapshot() const;
  /// Stops all workers between slices, calls `look` with what is left of the tree, the state of each engine that saves
  /// and the nodes so far, lets them go on.
  using Look = std::function<void(const std::vector<TreePosition>& jobs, const std::vector<std::string>& states,
                                  std::uint64_t nodes)>;
  void with_positions(const Look& look);
  /// What the first worker's engine has placed, as of a slice not long ago; asks for a newer one.
  std::optional<Solution> live_board();
  /// Nodes of each depth, all workers together; like live_board() as of a slice not long ago.
  std::vector<std::uint64_t> nodes_per_depth() const;

  /// Ends all workers after their current slice and joins them; rethrows what a worker threw.
  void stop();
  /// After stop(): what is left of the tree.
  const std::vector<TreePosition>& left_over() const { return left_over_; }
  /// After stop(): the states of engines that save, one per worker.
  std::vector<std::string> states() const;
  Statistics statistics() const;
  /// After stop(): what engines that pass it on have learned, one per worker.
  std::vector<Lesson> lessons() const;
  /// While optimisers work: as of the last slices before the last call.
  Statistics statistics_so_far();
  /// The engine as one that counts without boards; null if it is not.
  const CountsExactly* exact_count() const { return workers_.front().engine.counter; }

 private:
  /// outgrown: it is larger than its budget, or enough was found in it. lost: the lease ended.
  enum class UnitEnd { outgrown, lost };
  struct Worker {
    EngineInstance engine;
    std::thread thread;
    EngineProgress progress;               // as of the last slice
    unsigned shown = 0;                    // the last look that it has shown itself to
    std::vector<std::uint64_t> depths;     // nodes of each depth, as of that look
    Statistics statistics;                 // of optimisers, as of that look
    bool began = false;                    // its only job, if the search is not a tree walk
    std::optional<TreePosition> position;  // while parked
    std::string state;                     // while parked, of engines that save
    std::span<const Lease> held;           // units under way, the present one first
    std::uint64_t unit_began = 0;          // nodes made before the present one
    Stopwatch since_renewal;
    std::optional<UnitEnd> cut_short;  // why the present unit ended early, if the unit itself is the reason
  };

  bool stopping() const { return stop_.stop_requested(); }
  /// Workers wait between slices until it is called with false.
  void pause(bool paused);
  void restore(const Checkpoint& from);
  void start_threads();
  void end_threads();
  void split_jobs(Worker& worker);
  void work(std::size_t which);
  void walk_jobs(Worker& worker, GateSink& sink);
  void walk_units(Worker& worker, GateSink& sink);
  std::vector<Lease> lease_units(Worker& worker);
  void renew_leases(Worker& worker);
  void expect_units(Worker& worker);
  bool walk_unit(Worker& worker, GateSink& sink, const Lease& lease, std::uint64_t& slice);
  bool keep_to_budget(Worker& worker, const GateSink& sink, std::uint64_t nodes);
  bool leave_unit(Worker& worker, const Lease& lease, Tally tally, std::uint64_t nodes);
  bool set_aside(Worker& worker, const Lease& lease, const std::string& why);
  UnitResult result_of(const Tally& tally, std::uint64_t nodes) const;
  bool walk_job(Worker& worker, GateSink& sink, std::uint64_t& slice);
  bool take_job(Worker& worker);
  bool may_go_on(Worker& worker);
  void tell_best(Worker& worker);
  void show(Worker& worker);
  std::uint64_t granted_nodes(Worker& worker, std::uint64_t wanted);
  std::uint64_t take_nodes(std::uint64_t wanted);
  std::uint64_t nodes_so_far(const Worker& worker) const;
  void publish(Worker& worker);
  EngineInstance make_engine(std::size_t worker) const;
  void keep_left_over(Worker& worker);
  void share_threads(Worker& worker);

  const RunRequest& request_;
  Gate& gate_;
  const std::uint64_t nodes_before_;  // in earlier parts of the run
  std::size_t total_jobs_;
  std::stop_source stop_;
  std::atomic<bool> node_limit_hit_ = false;
  std::atomic<bool> ended_early_ = false;  // some worker left a job unfinished
  std::atomic<std::int64_t> nodes_left_;
  std::atomic<unsigned> looks_ = 0;  // counts the requests for a live board or statistics

  mutable std::mutex mutex_;  // guards all below and the workers' progress and position
  std::condition_variable changed_;
  std::deque<TreePosition> queue_;
  int pauses_ = 0;  // checkpoints that are being made
  std::size_t parked_ = 0, running_ = 0;
  std::optional<Solution> board_;
  std::exception_ptr failure_;
  std::vector<TreePosition> left_over_;
  mutable std::mutex ledger_mutex_;
  UnitTotals units_;                  // as of the last unit that was completed; guarded by ledger_mutex_
  std::unique_ptr<ThreadPool> pool_;  // for an engine that shares its work
  std::vector<Worker> workers_;
};

}  // namespace tesselle
