#include "run/crew.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/clock.hpp"
#include "base/errors.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t first_slice = 16;                  // nodes may be dear; it grows fast where they are not
constexpr double short_slice = 0.010, long_slice = 0.040;  // seconds; a slice aims in between

constexpr std::size_t jobs_per_thread = 64;
constexpr double long_enough_to_split = 0.2;  // seconds; where a tree hardly branches there is not much to share

/// A position is what is left below its node, plus what is left beside each node above it: those parts as jobs of
/// their own, so that none has placements between its floor and its place.
std::vector<TreePosition> peeled(const std::vector<TreePosition>& jobs) {
  std::vector<TreePosition> parts;
  for (TreePosition job : jobs)
    for (;;) {
      const auto depth = static_cast<std::uint32_t>(job.choices.size());
      parts.push_back({depth, job.choices, job.next});
      if (depth == job.floor) break;
      job.next = job.choices.back() + 1;
      job.choices.pop_back();
    }
  return parts;
}

/// The jobs one level further down; that level is walked here.
std::vector<TreePosition> one_level_down(TreeWalk& walk, const std::vector<TreePosition>& jobs, SolutionSink& sink) {
  std::vector<TreePosition> below;
  for (const TreePosition& job : jobs) {
    walk.seek(job);
    walk.walk_down_to(job.floor + 1, sink, below);
  }
  return below;
}

}  // namespace

Crew::Crew(const RunRequest& request, Gate& gate, const Checkpoint& from)
    : request_(request),
      gate_(gate),
      nodes_before_(from.nodes),
      jobs_in_all_(std::max<std::size_t>(from.jobs_in_all, 1)),
      nodes_left_(request.limits.nodes ? static_cast<std::int64_t>(*request.limits.nodes)
                                       : std::numeric_limits<std::int64_t>::max()),
      queue_(from.jobs.begin(), from.jobs.end()),
      workers_(request.engine->shares_work ? 1 : std::max(1u, request.threads)) {
  Worker& first = workers_.front();
  first.engine = make_engine(0);
  share_threads(first);
  if (!from.engine_state.empty()) dynamic_cast<Saves&>(*first.engine).restore(from.engine_state);
  if (workers_.size() > 1 && request.engine->walks_tree) split_jobs(first);
  running_ = workers_.size();
  for (std::size_t w = 0; w < workers_.size(); ++w) workers_[w].thread = std::thread([this, w] { work(w); });
}

/// Cuts what is left into enough subtrees for all workers, if it is large enough; its top is walked on the way.
void Crew::split_jobs(Worker& worker) {
  const std::size_t enough = jobs_per_thread * workers_.size();
  if (queue_.empty() || queue_.size() >= enough) return;
  auto& walk = dynamic_cast<TreeWalk&>(*worker.engine);
  GateSink sink(gate_, [&] { return nodes_so_far(worker); });
  const Stopwatch watch;
  auto jobs = peeled({queue_.begin(), queue_.end()});
  while (!jobs.empty() && jobs.size() < enough && watch.seconds() < long_enough_to_split)
    jobs = one_level_down(walk, jobs, sink);
  sink.flush();
  queue_.assign(jobs.begin(), jobs.end());
  jobs_in_all_ = std::max<std::size_t>(jobs.size(), 1);
  worker.progress.nodes = worker.engine->progress().nodes;
  nodes_left_ -= static_cast<std::int64_t>(worker.progress.nodes);
}

Crew::~Crew() {
  stop_ = true;
  for (Worker& worker : workers_)
    if (worker.thread.joinable()) worker.thread.join();
}

std::unique_ptr<Engine> Crew::make_engine(std::size_t worker) const {
  EngineConfig config = request_.config;
  // Tree walkers share one tree, so they must agree on it; incomplete searches should differ.
  if (!request_.engine->walks_tree) config.seed += worker;
  auto engine = request_.engine->make(*request_.puzzle, config);
  if (request_.start) {
    auto* improver = dynamic_cast<Improves*>(engine.get());
    if (improver == nullptr) throw UsageError("engine " + request_.engine->name + " cannot start from a board");
    improver->start_from(*request_.start);
  }
  return engine;
}

void Crew::share_threads(Worker& worker) {
  auto* sharing = dynamic_cast<SharesWork*>(worker.engine.get());
  if (sharing == nullptr || request_.threads < 2) return;
  pool_ = std::make_unique<ThreadPool>(request_.threads);
  sharing->use_threads(request_.threads, pool_->parallel_for());
}

void Crew::work(std::size_t which) {
  Worker& worker = workers_[which];
  try {
    if (!worker.engine) worker.engine = make_engine(which);  // here, for all workers at once
    GateSink sink(gate_, [&] { return nodes_so_far(worker); });
    std::uint64_t slice = request_.slice_nodes.value_or(first_slice);
    while (take_job(worker))
      if (!walk_job(worker, sink, slice)) {
        ended_early_ = true;
        keep_left_over(worker);
        break;
      }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    stop_ = true;
  }
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
}

bool Crew::take_job(Worker& worker) {
  std::unique_lock lock(mutex_);
  if (stop_ || !gate_.wants_more()) return false;
  auto* walk = dynamic_cast<TreeWalk*>(worker.engine.get());
  if (walk == nullptr) return !std::exchange(worker.began, true);  // one job, the whole search
  if (queue_.empty()) return false;
  const TreePosition job = queue_.front();
  queue_.pop_front();
  lock.unlock();
  walk->seek(job);
  return true;
}

/// Slices until the job is done (true) or the run must end (false).
bool Crew::walk_job(Worker& worker, GateSink& sink, std::uint64_t& slice) {
  while (may_go_on(worker)) {
    const std::uint64_t nodes = take_nodes(slice);
    if (nodes == 0) {
      node_limit_hit_ = true;
      return false;
    }
    const std::uint64_t before = worker.engine->progress().nodes;
    const Stopwatch watch;
    const Advance result = worker.engine->advance({nodes}, sink);
    sink.flush();
    nodes_left_ +=
        static_cast<std::int64_t>(nodes) - static_cast<std::int64_t>(worker.engine->progress().nodes - before);
    publish(worker);
    if (result != Advance::running) return true;
    if (!request_.slice_nodes) {
      const double took = watch.seconds();
      if (took < short_slice && slice < (std::uint64_t{1} << 40)) slice *= 2;
      if (took > long_slice && slice > 1) slice /= 2;
    }
  }
  return false;
}

std::uint64_t Crew::take_nodes(std::uint64_t wanted) {
  const auto want = static_cast<std::int64_t>(wanted);
  const std::int64_t had = nodes_left_.fetch_sub(want);
  const std::int64_t got = std::clamp<std::int64_t>(had, 0, want);
  if (got < want) nodes_left_ += want - got;
  return static_cast<std::uint64_t>(got);
}

/// As the worker sees it: its own nodes to the last, those of the others as of their last slices.
std::uint64_t Crew::nodes_so_far(const Worker& worker) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t nodes = nodes_before_ + worker.engine->progress().nodes;
  for (const Worker& other : workers_)
    if (&other != &worker) nodes += other.progress.nodes;
  return nodes;
}

void Crew::publish(Worker& worker) {
  const std::lock_guard lock(mutex_);
  worker.progress = worker.engine->progress();
}

bool Crew::may_go_on(Worker& worker) {
  if (stop_ || !gate_.wants_more()) return false;
  std::unique_lock lock(mutex_);
  if (!pause_) return true;
  if (const auto* walk = dynamic_cast<TreeWalk*>(worker.engine.get())) worker.position = walk->position();
  if (const auto* saving = dynamic_cast<const Saves*>(worker.engine.get())) worker.state = saving->save();
  ++parked_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !pause_; });
  --parked_;
  worker.position.reset();
  worker.state.clear();
  return !stop_;
}

void Crew::keep_left_over(Worker& worker) {
  const std::lock_guard lock(mutex_);
  if (const auto* walk = dynamic_cast<TreeWalk*>(worker.engine.get())) left_over_.push_back(walk->position());
}

void Crew::wait(double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return running_ == 0; });
}

bool Crew::finished() const {
  const std::lock_guard lock(mutex_);
  return running_ == 0;
}

bool Crew::exhausted() const {
  const std::lock_guard lock(mutex_);
  const bool all_jobs_done = !request_.engine->walks_tree || queue_.empty();
  return running_ == 0 && all_jobs_done && !ended_early_ && !stop_;
}

Crew::Snapshot Crew::snapshot() const {
  const std::lock_guard lock(mutex_);
  Snapshot snapshot;
  double done = static_cast<double>(jobs_in_all_) - static_cast<double>(queue_.size());
  for (const Worker& worker : workers_) {
    snapshot.nodes += worker.progress.nodes;
    snapshot.depth = std::max(snapshot.depth, worker.progress.depth);
    if (worker.progress.fraction)
      snapshot.fraction = std::max(snapshot.fraction.value_or(0), *worker.progress.fraction);
    done -= 1 - worker.progress.fraction.value_or(0);
  }
  // Workers that do not share a tree each do the whole task: the one that is farthest counts.
  if (snapshot.fraction && request_.engine->walks_tree)
    snapshot.fraction = std::clamp(done / static_cast<double>(jobs_in_all_), 0.0, 1.0);
  return snapshot;
}

void Crew::with_positions(const Look& look) {
  std::unique_lock lock(mutex_);
  pause_ = true;
  changed_.wait(lock, [&] { return parked_ == running_; });
  std::vector<TreePosition> jobs = left_over_;
  std::uint64_t nodes = 0;
  for (const Worker& worker : workers_) {
    nodes += worker.progress.nodes;
    if (worker.position) jobs.push_back(*worker.position);
  }
  jobs.insert(jobs.end(), queue_.begin(), queue_.end());
  look(jobs, workers_.front().state, nodes);
  pause_ = false;
  changed_.notify_all();
}

void Crew::stop() {
  stop_ = true;
  for (Worker& worker : workers_)
    if (worker.thread.joinable()) worker.thread.join();
  left_over_.insert(left_over_.end(), queue_.begin(), queue_.end());
  queue_.clear();
  if (failure_) std::rethrow_exception(failure_);
}

std::string Crew::state() const {
  const auto* saving = dynamic_cast<const Saves*>(workers_.front().engine.get());
  return saving == nullptr ? "" : saving->save();
}

Statistics Crew::statistics() const {
  Statistics all;
  for (const Worker& worker : workers_)
    if (worker.engine) all.merge(worker.engine->statistics());
  return all;
}

const CountsExactly* Crew::exact_count() const {
  return dynamic_cast<const CountsExactly*>(workers_.front().engine.get());
}

std::vector<std::string> Crew::remarks() const {
  std::vector<std::string> all;
  for (const Worker& worker : workers_)
    if (const auto* speaker = dynamic_cast<const Remarks*>(worker.engine.get()))
      for (std::string& remark : speaker->remarks()) all.push_back(std::move(remark));
  return all;
}

}  // namespace tesselle
