#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/errors.hpp"
#include "packing/obstruction/obstruction.hpp"
#include "run/checkpoint.hpp"
#include "run/crew.hpp"
#include "run/gate.hpp"
#include "run/portfolio.hpp"

namespace tesselle {
namespace {

constexpr double heartbeat = 0.02;      // seconds between two looks at the crew
constexpr double first_checkpoint = 1;  // seconds: even a run that is killed early can be resumed

/// One run from start to end; a class because its steps share the same few things.
class Run {
 public:
  Run(const RunRequest& request, const Subscriber& subscriber, const std::atomic<bool>& stop)
      : request_(request),
        subscriber_(subscriber),
        stop_(stop),
        state_(request.resume ? read_checkpoint(*request.resume, request) : blank_checkpoint(request)),
        watch_(state_.seconds),
        gate_(request, state_.totals, state_.seconds) {}

  Finished execute() {
    // Nothing is said before the engines are made: what they refuse is an error and nothing else.
    Crew crew(request_, gate_, state_);
    state_.jobs_in_all = crew.jobs_in_all();
    subscriber_(Started{request_.puzzle->name, request_.engine->name, request_.config.seed, request_.threads});
    if (request_.resume) note(fmt::format("resumed after {} nodes and {:.1f} s", state_.nodes, state_.seconds));
    say_what_is_sampled(crew);
    watch(crew);
    const bool exhausted = crew.exhausted();
    crew.stop();
    state_ = checkpoint(crew.left_over(), request_.checkpoint ? crew.state() : "", crew.snapshot().nodes);
    save();
    emit_found();
    return finish(crew, exhausted);
  }

 private:
  void note(std::string text) { subscriber_(Note{std::move(text)}); }

  void say_what_is_sampled(const Crew& crew) {
    const bool makes_boards = crew.exact_count() == nullptr;
    if (request_.config.goal == Goal::count && makes_boards)
      note(fmt::format("counting: the first {} boards and then every 2^k-th are verified", sample_all));
  }

  void say_when_the_first_came(const Milestone& first) {
    note(fmt::format("the first solution came after {} nodes and {:.3f} s", first.nodes, first.seconds));
  }

  void say_why_there_is_none() {
    const Puzzle& puzzle = *request_.puzzle;
    const auto reason = puzzle.family() == Family::packing ? obstruction(puzzle.packing()) : std::nullopt;
    note("no solution: " + reason.value_or("everything was searched, no simpler reason is known"));
  }

  void watch(Crew& crew) {
    double next_progress = watch_.seconds() + request_.progress_seconds;
    double next_checkpoint = watch_.seconds() + std::min(first_checkpoint, request_.checkpoint_seconds);
    while (!crew.finished() && !must_end()) {
      crew.wait(heartbeat);
      emit_found();
      if (watch_.seconds() >= next_progress) {
        emit_progress(crew.snapshot());
        next_progress = watch_.seconds() + request_.progress_seconds;
      }
      if (request_.checkpoint && watch_.seconds() >= next_checkpoint) {
        save_while_running(crew);
        next_checkpoint = watch_.seconds() + request_.checkpoint_seconds;
      }
    }
  }

  bool must_end() {
    if (stop_) return true;
    // The limit is for this part of the run; what an earlier part took does not count.
    time_limit_hit_ = request_.limits.seconds && watch_.seconds() - state_.seconds >= *request_.limits.seconds;
    return time_limit_hit_;
  }

  void emit_found() {
    for (const Event& event : gate_.drain()) subscriber_(event);
    for (const SolutionRecord& board : gate_.drain_seen()) request_.seen(board);
  }

  void emit_progress(const Crew::Snapshot& now) {
    ProgressMade progress;
    const Totals totals = gate_.totals();
    progress.nodes = state_.nodes + now.nodes;
    progress.solutions = totals.solutions;
    progress.seconds = watch_.seconds();
    progress.nodes_per_second = static_cast<double>(now.nodes) / (progress.seconds - state_.seconds);
    progress.depth = now.depth;
    progress.fraction = now.fraction;
    if (now.fraction && *now.fraction > 1e-4)
      progress.seconds_left = progress.seconds * (1 - *now.fraction) / *now.fraction;
    progress.best = totals.best;
    subscriber_(progress);
  }

  Checkpoint checkpoint(const std::vector<TreePosition>& jobs, std::string engine_state,
                        std::uint64_t crew_nodes) const {
    Checkpoint now = state_;
    now.jobs = jobs;
    now.engine_state = std::move(engine_state);
    now.nodes += crew_nodes;
    now.seconds = watch_.seconds();
    now.totals = gate_.totals();
    return now;
  }

  void save_while_running(Crew& crew) {
    const auto write = [&](const std::vector<TreePosition>& jobs, const std::string& engine_state,
                           std::uint64_t crew_nodes) {
      write_checkpoint(*request_.checkpoint, checkpoint(jobs, engine_state, crew_nodes));
    };
    crew.with_positions(write);
  }

  void save() const {
    if (request_.checkpoint) write_checkpoint(*request_.checkpoint, state_);
  }

  Status status(const Crew& crew, bool exhausted) const {
    if (!gate_.wants_more()) return Status::solved;
    if (exhausted) return request_.engine->complete ? Status::exhausted : Status::limit;
    return time_limit_hit_ || crew.hit_node_limit() ? Status::limit : Status::stopped;
  }

  Finished finish(const Crew& crew, bool exhausted) {
    Finished finished;
    finished.status = status(crew, exhausted);
    finished.engine = request_.engine->name;
    finished.solutions = state_.totals.solutions;
    const bool counts_orbits = request_.config.goal == Goal::all || request_.config.goal == Goal::count;
    if (counts_orbits) finished.distinct = state_.totals.distinct;
    if (const CountsExactly* exact = crew.exact_count()) {
      if (exhausted) finished.all_digits = exact->solution_count().decimal();
      finished.distinct = exhausted ? exact->distinct_count() : std::nullopt;
    }
    finished.identified = gate_.group().description();
    finished.nodes = state_.nodes;
    finished.seconds = state_.seconds;
    finished.best = state_.totals.best;
    finished.verified = state_.totals.verified;
    finished.statistics = crew.statistics();
    if (counts_orbits && state_.totals.first) say_when_the_first_came(*state_.totals.first);
    if (finished.status == Status::exhausted && finished.solutions == 0) say_why_there_is_none();
    for (std::string& remark : crew.remarks()) note(std::move(remark));
    subscriber_(finished);
    return finished;
  }

  const RunRequest& request_;
  const Subscriber& subscriber_;
  const std::atomic<bool>& stop_;
  Checkpoint state_;  // as of the start of this part, then as of its end
  Stopwatch watch_;
  Gate gate_;
  bool time_limit_hit_ = false;
};

void check_request(const RunRequest& request) {
  const bool keeps_place = request.checkpoint || request.resume;
  if (keeps_place && !request.engine->walks_tree && !request.engine->saves)
    throw UsageError(fmt::format("engine {} cannot be checkpointed", request.engine->name));
}

}  // namespace

Finished run(const RunRequest& request, const Subscriber& subscriber, const std::atomic<bool>& stop) {
  check_request(request);
  if (is_portfolio(*request.engine)) return run_portfolio(request, subscriber, stop);
  RunRequest adjusted = request;
  // A complete search that cannot be split would only be done twice.
  if (request.engine->complete && !request.engine->walks_tree && !request.engine->shares_work) adjusted.threads = 1;
  return Run(adjusted, subscriber, stop).execute();
}

}  // namespace tesselle
