#include "run/crew.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "base/clock.hpp"
#include "base/patience.hpp"
#include "base/readable.hpp"
#include "base/rng.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr std::uint64_t first_slice = 16;                  // nodes may be expensive; it grows fast where they are not
constexpr double short_slice = 0.010, long_slice = 0.040;  // seconds; a slice aims in between

constexpr auto restrained_wait = std::chrono::milliseconds(5);  // until a slow run asks for its next nodes

constexpr std::size_t max_units_at_a_time = 256;  // that a thread takes up at once
constexpr std::uint32_t max_cut_levels = 8;       // of a unit that is split; what is deeper stays together

constexpr std::size_t jobs_per_thread = 64;
constexpr double long_enough_to_split = 0.2;  // seconds; where a tree hardly branches there is not much to share

/// The first thread searches with the seed itself, the others with numbers that the threads of other seeds do not have:
/// runs with seeds 1, 2, … are to be independent of each other.
std::uint64_t seed_of(std::uint64_t seed, std::size_t worker) {
  Rng rng(seed);
  for (std::size_t i = 0; i < worker; ++i) seed = rng();
  return seed;
}

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

/// What is left of a unit, for several workers: what is left beside the first few nodes below its floor, each as a unit
/// of its own, and all that is deeper as one.
std::vector<TreePosition> cut_up(TreePosition left, std::uint32_t levels) {
  std::vector<TreePosition> parts;
  const auto depth = static_cast<std::uint32_t>(left.choices.size());
  const std::uint32_t from = left.floor, to = std::min(depth, from + levels);
  for (std::uint32_t d = from; d < to; ++d) {
    const auto path = left.choices.begin();
    parts.push_back({d, {path, path + d}, left.choices[d] + 1});
  }
  left.floor = to;
  parts.push_back(std::move(left));
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
      total_jobs_(std::max<std::size_t>(from.total_jobs, 1)),
      nodes_left_(request.limits.nodes ? static_cast<std::int64_t>(*request.limits.nodes)
                                       : std::numeric_limits<std::int64_t>::max()),
      queue_(from.jobs.begin(), from.jobs.end()),
      workers_(request.engine->abilities.shares_work ? 1 : std::max(1u, request.threads)) {
  Worker& first = workers_.front();
  first.engine = make_engine(0);
  share_threads(first);
  try {
    restore(from);
  } catch (const InputError& error) {
    throw InputError({request.resume ? request.resume->string() : ""},
                     fmt::format("is a damaged checkpoint: {}", error.what()));
  }
  if (request.units)
    units_ = request.units->ledger->totals();
  else if (workers_.size() > 1 && request.engine->abilities.walks_tree)
    split_jobs(first);
  start_threads();
}

/// Where the system refuses a thread, those that run already are ended before anything is thrown.
void Crew::start_threads() {
  running_ = workers_.size();
  for (std::size_t w = 0; w < workers_.size(); ++w) try {
      workers_[w].thread = std::thread([this, w] { work(w); });
    } catch (const std::system_error&) {
      end_threads();
      throw UsageError(fmt::format("--threads {}: the system allows only {} here (memory, or a limit on processes)",
                                   workers_.size(), w));
    }
}

void Crew::end_threads() {
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    changed_.notify_all();
  }
  gate_.hold_open(true);
  for (Worker& worker : workers_)
    if (worker.thread.joinable()) worker.thread.join();
}

/// Each engine that saves goes on with its own state. All places of a tree are tried before the first is walked: a
/// checkpoint that was tampered with is refused now, not after hours.
void Crew::restore(const Checkpoint& from) {
  if (TreeWalk* walk = workers_.front().engine.walk; walk != nullptr && request_.resume) {
    for (const TreePosition& job : from.jobs) walk->seek(job);
    walk->seek({});
  }
  if (from.engine_states.empty()) return;
  if (!request_.engine->abilities.saves) throw InputError({"checkpoint"}, "holds a state that this engine never saves");
  if (from.engine_states.size() != workers_.size())
    throw UsageError(fmt::format("--resume: the checkpoint was made with {}, so --threads {} is needed",
                                 counted(from.engine_states.size(), "thread"), from.engine_states.size()));
  for (std::size_t w = 0; w < workers_.size(); ++w) {
    if (!workers_[w].engine) workers_[w].engine = make_engine(w);
    workers_[w].engine.saving->restore(from.engine_states[w]);
  }
}

/// Cuts what is left into enough subtrees for all workers, if it is large enough; its top is walked on the way.
void Crew::split_jobs(Worker& worker) {
  const std::size_t enough = jobs_per_thread * workers_.size();
  if (queue_.empty() || queue_.size() >= enough) return;
  TreeWalk& walk = *worker.engine.walk;
  GateSink sink(gate_, [&] { return nodes_so_far(worker); });
  const Stopwatch watch;
  auto jobs = peeled({queue_.begin(), queue_.end()});
  while (!jobs.empty() && jobs.size() < enough && watch.seconds() < long_enough_to_split)
    jobs = one_level_down(walk, jobs, sink);
  sink.flush();
  queue_.assign(jobs.begin(), jobs.end());
  total_jobs_ = std::max<std::size_t>(jobs.size(), 1);
  worker.progress.nodes = worker.engine->progress().nodes;
  nodes_left_ -= static_cast<std::int64_t>(worker.progress.nodes);
}

Crew::~Crew() { end_threads(); }

EngineInstance Crew::make_engine(std::size_t worker) const {
  EngineConfig config = request_.config;
  // Tree walkers share one tree, so they must agree on it; incomplete searches should differ.
  if (!request_.engine->abilities.walks_tree) config.seed = seed_of(config.seed, worker);
  EngineInstance engine;
  try {
    engine = EngineInstance(request_.engine->make(*request_.puzzle, config));
  } catch (const std::bad_alloc&) {
    throw UsageError(fmt::format("engine {}: there is not enough memory for its tables of {}", request_.engine->name,
                                 request_.puzzle->name));
  }
  if (auto* pupil = dynamic_cast<PassesOn*>(engine.engine.get()); pupil != nullptr)
    for (const std::string& lesson : request_.lessons) try {
        pupil->study(lesson);
      } catch (const InputError&) {  // of no use here
      }
  if (request_.start) {
    if (engine.improver == nullptr) throw UsageError("engine " + request_.engine->name + " cannot start from a board");
    engine.improver->start_from(*request_.start);
  }
  return engine;
}

void Crew::share_threads(Worker& worker) {
  if (worker.engine.sharing == nullptr || request_.threads < 2) return;
  pool_ = std::make_unique<ThreadPool>(request_.threads);
  worker.engine.sharing->use_threads(request_.threads, pool_->parallel_for());
}

void Crew::work(std::size_t which) {
  Worker& worker = workers_[which];
  try {
    if (!worker.engine) {  // here, for all workers at once
      const Patience patience([this] { return stopping(); });
      worker.engine = make_engine(which);
    }
    const Patience patience([this] { return stopping(); }, Patience::Manner::tells);
    GateSink sink(gate_, [&] { return nodes_so_far(worker); });
    if (request_.units)
      walk_units(worker, sink);
    else
      walk_jobs(worker, sink);
  } catch (const OutOfPatience&) {
    ended_early_ = true;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    stop_.request_stop();
  }
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
}

void Crew::walk_jobs(Worker& worker, GateSink& sink) {
  std::uint64_t slice = request_.slice_nodes.value_or(first_slice);
  while (take_job(worker))
    if (!walk_job(worker, sink, slice)) {
      ended_early_ = true;
      keep_left_over(worker);
      return;
    }
}

bool Crew::take_job(Worker& worker) {
  std::unique_lock lock(mutex_);
  if (stopping() || !gate_.wants_more()) return false;
  if (worker.engine.walk == nullptr) return !std::exchange(worker.began, true);  // one job, the whole search
  if (queue_.empty()) return false;
  const TreePosition job = queue_.front();
  queue_.pop_front();
  lock.unlock();
  worker.engine.walk->seek(job);
  return true;
}

/// Unit by unit; what is not finished at the end is given back: as if it had never begun, or what is left of it.
void Crew::walk_units(Worker& worker, GateSink& sink) {
  std::uint64_t slice = request_.slice_nodes.value_or(first_slice);
  for (auto leases = lease_units(worker); !leases.empty(); leases = lease_units(worker))
    for (worker.held = leases; !worker.held.empty(); worker.held = worker.held.subspan(1)) {
      if (walk_unit(worker, sink, worker.held.front(), slice)) continue;
      ended_early_ = true;
      const std::lock_guard lock(ledger_mutex_);
      for (const Lease& lease : worker.held) request_.units->ledger->give_back(lease);
      return;
    }
}

/// Tells the ledger now and then that the units are still being worked on.
void Crew::renew_leases(Worker& worker) {
  const double seconds = request_.units->lease_seconds;
  if (worker.since_renewal.seconds() < seconds / 4) return;
  worker.since_renewal = Stopwatch();
  const std::lock_guard lock(ledger_mutex_);
  for (const Lease& lease : worker.held) {
    const bool ours = request_.units->ledger->renew(lease, seconds);
    if (!ours && request_.units->shared != nullptr && &lease == &worker.held.front()) worker.cut_short = UnitEnd::lost;
  }
}

/// Several at a time, so that an engine can plan ahead; fewer towards the end, so that all threads stay busy.
std::vector<Lease> Crew::lease_units(Worker& worker) {
  if (stopping() || !gate_.wants_more()) return {};
  const std::lock_guard lock(ledger_mutex_);
  const std::size_t wanted =
      std::clamp<std::size_t>((units_.units - units_.done) / (8 * workers_.size()), 1, max_units_at_a_time);
  auto leases = request_.units->ledger->lease(request_.units->worker, wanted, request_.units->lease_seconds);
  worker.since_renewal = Stopwatch();
  worker.held = leases;
  expect_units(worker);
  return leases;
}

void Crew::expect_units(Worker& worker) {
  if (worker.engine.plans == nullptr) return;
  std::vector<TreePosition> places;
  for (const Lease& lease : worker.held) places.push_back(lease.work.place);
  worker.engine.plans->expect(std::move(places));
}

UnitResult Crew::result_of(const Tally& tally, std::uint64_t nodes) const {
  UnitResult result{nodes, tally.totals.solutions, tally.totals.distinct, tally.totals.verified};
  if (request_.units->ledger->keeps_boards())
    for (const SolutionRecord& board : tally.boards)
      result.boards.push_back(write_solution_json(*request_.puzzle, board));
  return result;
}

/// True: on to the next unit. False: the run must end, and this unit and those behind it are to be given back.
bool Crew::walk_unit(Worker& worker, GateSink& sink, const Lease& lease, std::uint64_t& slice) {
  worker.cut_short.reset();
  worker.unit_began = worker.engine->progress().nodes;
  bool done = false;
  sink.begin_unit();
  try {
    worker.engine.walk->seek(lease.work.place);
    done = walk_job(worker, sink, slice);
  } catch (const LedgerLost&) {
    throw;
  } catch (const std::exception& error) {
    sink.end_unit();
    if (request_.units->shared == nullptr) throw;
    return set_aside(worker, lease, error.what());
  }
  Tally tally = sink.end_unit();
  const std::uint64_t nodes = worker.engine->progress().nodes - worker.unit_began;
  if (!done) return leave_unit(worker, lease, std::move(tally), nodes);
  {
    const std::lock_guard lock(ledger_mutex_);
    if (!request_.units->ledger->complete(lease, result_of(tally, nodes))) return true;  // another worker was faster
    ++units_.done;
  }
  gate_.settle(std::move(tally));
  return true;
}

/// A unit that is not finished: what was walked of it counts, what is left goes back to the ledger.
bool Crew::leave_unit(Worker& worker, const Lease& lease, Tally tally, std::uint64_t nodes) {
  const bool stopped = !worker.cut_short;
  if (worker.cut_short == UnitEnd::lost) return true;  // whoever has it now does all of it
  const TreePosition left = worker.engine.walk->position();
  if (request_.units->shared == nullptr || nodes == 0 || left == lease.work.place) return !stopped;
  {
    const std::lock_guard lock(ledger_mutex_);
    const auto rest = cut_up(left, stopped ? 0 : max_cut_levels);
    if (!request_.units->shared->split(lease, result_of(tally, nodes), rest)) return !stopped;
    ++units_.done;
    units_.units += rest.size();
  }
  gate_.settle(std::move(tally));
  worker.held = worker.held.subspan(stopped ? 1 : 0);
  if (stopped || worker.held.size() < 2) return !stopped;
  const auto present = worker.held;
  worker.held = present.subspan(1);
  expect_units(worker);
  worker.held = present;
  return true;
}

/// The engine may be in any state, so a new one goes on.
bool Crew::set_aside(Worker& worker, const Lease& lease, const std::string& why) {
  {
    const std::lock_guard lock(ledger_mutex_);
    request_.units->shared->fail(lease, why);
  }
  const auto which = static_cast<std::size_t>(&worker - workers_.data());
  EngineInstance fresh = make_engine(which);
  const std::lock_guard lock(mutex_);
  worker.engine = std::move(fresh);
  worker.progress = {};
  return true;
}

/// False if the present unit must end here: it has outgrown its budget, or one solution is all that is wanted.
bool Crew::keep_to_budget(Worker& worker, const GateSink& sink, std::uint64_t nodes) {
  if (worker.cut_short) return false;
  if (request_.units->shared == nullptr) return true;
  const std::uint64_t budget = worker.held.front().work.budget;
  const bool enough = request_.limits.solutions && sink.found_in_unit() >= *request_.limits.solutions;
  if (enough || (budget > 0 && nodes - worker.unit_began >= budget)) worker.cut_short = UnitEnd::outgrown;
  return !worker.cut_short;
}

/// Slices until the job is done (true) or the run must end (false).
bool Crew::walk_job(Worker& worker, GateSink& sink, std::uint64_t& slice) {
  while (may_go_on(worker)) {
    const std::uint64_t granted = granted_nodes(worker, slice);
    if (granted == 0) continue;
    const std::uint64_t nodes = take_nodes(granted);
    if (nodes == 0) {
      node_limit_hit_ = true;
      return false;
    }
    if (request_.threads > 1) tell_best(worker);
    const std::uint64_t before = worker.engine->progress().nodes;
    const Stopwatch watch;
    const Advance result = worker.engine->advance({nodes}, sink);
    sink.flush();
    nodes_left_ +=
        static_cast<std::int64_t>(nodes) - static_cast<std::int64_t>(worker.engine->progress().nodes - before);
    show(worker);
    publish(worker);
    if (request_.units) renew_leases(worker);
    if (result != Advance::running) return true;
    if (request_.units && !keep_to_budget(worker, sink, worker.engine->progress().nodes)) return false;
    if (!request_.slice_nodes && granted == slice) {
      const double took = watch.seconds();
      if (took < short_slice && slice < (std::uint64_t{1} << 40)) slice *= 2;
      if (took > long_slice && slice > 1) slice /= 2;
    }
  }
  return false;
}

void Crew::tell_best(Worker& worker) {
  if (worker.engine.learner == nullptr) return;
  if (const auto best = gate_.totals().best) worker.engine.learner->learn_best(best->conflicts);
}

/// If somebody has looked at the crew since the last time. Called before publish(): whoever sees the nodes of a slice
/// sees its board, too.
void Crew::show(Worker& worker) {
  const unsigned look = looks_.load(std::memory_order_relaxed);
  if (worker.shown == look) return;
  worker.shown = look;
  std::vector<std::uint64_t> depths;
  if (request_.control != nullptr) depths = worker.engine->statistics().nodes_per_depth;
  Statistics statistics;
  if (request_.config.goal == Goal::best) statistics = worker.engine->statistics();
  std::optional<Solution> board;
  if (&worker == &workers_.front() && worker.engine.shows != nullptr) board = worker.engine.shows->board();
  const std::lock_guard lock(mutex_);
  worker.depths = std::move(depths);
  worker.statistics = std::move(statistics);
  if (board) board_ = std::move(board);
}

std::optional<Solution> Crew::live_board() {
  ++looks_;
  const std::lock_guard lock(mutex_);
  return board_;
}

Statistics Crew::statistics_so_far() {
  ++looks_;
  const std::lock_guard lock(mutex_);
  Statistics all;
  for (const Worker& worker : workers_) all.merge(worker.statistics);
  return all;
}

std::vector<std::uint64_t> Crew::nodes_per_depth() const {
  const std::lock_guard lock(mutex_);
  Statistics all;
  for (const Worker& worker : workers_) all.merge({.values = {}, .nodes_per_depth = worker.depths});
  return all.nodes_per_depth;
}

/// As many nodes as the run's control allows now; waits a moment if that is none.
std::uint64_t Crew::granted_nodes(Worker& worker, std::uint64_t wanted) {
  if (request_.control == nullptr) return wanted;
  const std::uint64_t granted = request_.control->grant(wanted);
  if (granted > 0) return granted;
  show(worker);
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, restrained_wait, [&] { return pauses_ > 0 || stopping(); });
  return 0;
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
  if (stopping() || !gate_.wants_more()) return false;
  std::unique_lock lock(mutex_);
  if (pauses_ == 0) return true;
  if (worker.engine.walk != nullptr) worker.position = worker.engine.walk->position();
  if (worker.engine.saving != nullptr && request_.checkpoint) worker.state = worker.engine.saving->save();
  ++parked_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return pauses_ == 0 || stopping(); });
  --parked_;
  worker.position.reset();
  worker.state.clear();
  return !stopping();
}

void Crew::keep_left_over(Worker& worker) {
  const std::lock_guard lock(mutex_);
  if (worker.engine.walk != nullptr) left_over_.push_back(worker.engine.walk->position());
}

void Crew::pause(bool paused) {
  const std::lock_guard lock(mutex_);
  pauses_ += paused ? 1 : -1;
  changed_.notify_all();
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
  const bool all_jobs_done = !request_.engine->abilities.walks_tree || request_.units || queue_.empty();
  return running_ == 0 && all_jobs_done && !ended_early_ && !stopping();
}

Crew::Snapshot Crew::snapshot() const {
  const std::lock_guard lock(mutex_);
  Snapshot snapshot;
  double done = static_cast<double>(total_jobs_) - static_cast<double>(queue_.size());
  for (const Worker& worker : workers_) {
    snapshot.nodes += worker.progress.nodes;
    snapshot.depth = std::max(snapshot.depth, worker.progress.depth);
    if (worker.progress.fraction)
      snapshot.fraction = std::max(snapshot.fraction.value_or(0), *worker.progress.fraction);
    done -= 1 - worker.progress.fraction.value_or(0);
  }
  // Workers that do not share a tree each do the whole task: the most advanced one counts.
  if (snapshot.fraction && request_.engine->abilities.walks_tree)
    snapshot.fraction = std::clamp(done / static_cast<double>(total_jobs_), 0.0, 1.0);
  if (request_.units) {
    const std::lock_guard ledger_lock(ledger_mutex_);
    snapshot.units = {units_.done, units_.units};
    snapshot.fraction =
        static_cast<double>(units_.done) / static_cast<double>(std::max<std::uint64_t>(units_.units, 1));
  }
  return snapshot;
}

void Crew::with_positions(const Look& look) {
  pause(true);
  // Whatever happens during the pause, they go on afterwards.
  const std::shared_ptr<void> resume(nullptr, [this](void*) { pause(false); });
  gate_.hold_open(true);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return parked_ == running_; });
  gate_.hold_open(false);
  std::vector<TreePosition> jobs = left_over_;
  std::vector<std::string> states;
  std::uint64_t nodes = 0;
  for (const Worker& worker : workers_) {
    nodes += worker.progress.nodes;
    if (worker.position) jobs.push_back(*worker.position);
    // Workers that are not parked have ended.
    if (worker.engine.saving != nullptr)
      states.push_back(worker.state.empty() ? worker.engine.saving->save() : worker.state);
  }
  jobs.insert(jobs.end(), queue_.begin(), queue_.end());
  lock.unlock();
  look(jobs, states, nodes);
}

void Crew::stop() {
  end_threads();
  left_over_.insert(left_over_.end(), queue_.begin(), queue_.end());
  queue_.clear();
  if (failure_) std::rethrow_exception(failure_);
}

std::vector<Lesson> Crew::lessons() const {
  std::vector<Lesson> lessons;
  for (const Worker& worker : workers_)
    if (const auto* teacher = dynamic_cast<const PassesOn*>(worker.engine.engine.get()); teacher != nullptr)
      if (Lesson lesson = teacher->lesson(); !lesson.text.empty()) lessons.push_back(std::move(lesson));
  return lessons;
}

std::vector<std::string> Crew::states() const {
  std::vector<std::string> states;
  for (const Worker& worker : workers_)
    if (worker.engine.saving != nullptr) states.push_back(worker.engine.saving->save());
  return states;
}

Statistics Crew::statistics() const {
  Statistics all;
  for (const Worker& worker : workers_)
    if (worker.engine) all.merge(worker.engine->statistics());
  return all;
}

}  // namespace tesselle
