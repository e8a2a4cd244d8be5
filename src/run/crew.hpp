#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/counting.hpp"
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
  };

  /// Goes on with the jobs and the engine's state of `from`.
  Crew(const RunRequest& request, Gate& gate, const Checkpoint& from);
  ~Crew();

  /// Waits up to `seconds`, or until every worker is done.
  void wait(double seconds);
  bool finished() const;
  /// Every job was walked to its end (or an incomplete engine ran out of ideas).
  bool exhausted() const;
  bool hit_node_limit() const { return node_limit_hit_; }

  /// Into how many jobs the search was cut at its start: the whole that fractions are of.
  std::size_t jobs_in_all() const { return jobs_in_all_; }
  Snapshot snapshot() const;
  /// Stops all workers between slices, calls `look` with what is left of the tree and the nodes so far, lets them go
  /// on.
  using Look =
      std::function<void(const std::vector<TreePosition>& jobs, const std::string& state, std::uint64_t nodes)>;
  void with_positions(const Look& look);

  /// Ends all workers after their current slice and joins them; rethrows what a worker threw.
  void stop();
  /// After stop(): what is left of the tree.
  const std::vector<TreePosition>& left_over() const { return left_over_; }
  /// After stop(): the state of an engine that saves.
  std::string state() const;
  Statistics statistics() const;
  /// The engine as one that counts without boards; null if it is not.
  const CountsExactly* exact_count() const;
  /// What the engines have to tell.
  std::vector<std::string> remarks() const;

 private:
  struct Worker {
    std::unique_ptr<Engine> engine;
    std::thread thread;
    EngineProgress progress;               // as of the last slice
    bool began = false;                    // its only job, if the search is no tree walk
    std::optional<TreePosition> position;  // while parked
    std::string state;                     // while parked, of engines that save
  };

  void split_jobs(Worker& worker);
  void work(std::size_t which);
  bool walk_job(Worker& worker, GateSink& sink, std::uint64_t& slice);
  bool take_job(Worker& worker);
  bool may_go_on(Worker& worker);
  std::uint64_t take_nodes(std::uint64_t wanted);
  std::uint64_t nodes_so_far(const Worker& worker) const;
  void publish(Worker& worker);
  std::unique_ptr<Engine> make_engine(std::size_t worker) const;
  void keep_left_over(Worker& worker);
  void share_threads(Worker& worker);

  const RunRequest& request_;
  Gate& gate_;
  const std::uint64_t nodes_before_;  // in earlier parts of the run
  std::size_t jobs_in_all_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> node_limit_hit_ = false;
  std::atomic<bool> ended_early_ = false;  // some worker left a job unfinished
  std::atomic<std::int64_t> nodes_left_;

  mutable std::mutex mutex_;  // guards all below and the workers' progress and position
  std::condition_variable changed_;
  std::deque<TreePosition> queue_;
  bool pause_ = false;
  std::size_t parked_ = 0, running_ = 0;
  std::exception_ptr failure_;
  std::vector<TreePosition> left_over_;
  std::unique_ptr<ThreadPool> pool_;  // for an engine that shares its work
  std::vector<Worker> workers_;
};

}  // namespace tesselle
