#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "base/effort.hpp"
#include "base/patience.hpp"
#include "base/readable.hpp"
#include "engine/board_counts.hpp"
#include "packing/obstruction/obstruction.hpp"
#include "run/checkpoint.hpp"
#include "run/crew.hpp"
#include "run/gate.hpp"
#include "run/time_left.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr double heartbeat = 0.02;      // seconds between two looks at the crew
constexpr double set_up_grace = 2;      // seconds that the engines may take to get ready after the time is over
constexpr double first_checkpoint = 1;  // seconds: even a run that is killed early can be resumed
constexpr double first_outlook = 60, longest_outlook_pause = 600;  // seconds

Totals sum(Totals totals, const UnitTotals& units) {
  totals.solutions += units.solutions;
  totals.distinct += units.distinct;
  totals.verified += units.verified;
  return totals;
}

/// What a run begins with: a checkpoint, the units done before, or a blank state.
Checkpoint beginning(const RunRequest& request) {
  if (request.resume) return read_checkpoint(*request.resume, request);
  Checkpoint blank = blank_checkpoint(request);
  if (!request.units) return blank;
  const UnitTotals done = request.units->ledger->totals();
  blank.nodes = request.units->top_nodes + done.nodes;
  blank.totals = sum(request.units->top, done);
  return blank;
}

/// One run from start to end; a class because its steps share the same few things.
class Run {
 public:
  Run(const RunRequest& request, const Subscriber& subscriber, std::stop_token stop)
      : request_(request),
        subscriber_(subscriber),
        stop_(std::move(stop)),
        state_(beginning(request)),
        watch_(state_.seconds),
        cpu_(state_.cpu_seconds),
        gate_(request, state_.totals, state_.seconds, state_.cpu_seconds) {}

  Finished execute() {
    // No event is sent before the engines are made: if they refuse the puzzle, there is only the error.
    std::optional<Crew> made;
    try {
      const Patience patience([this] { return must_end_set_up(); });
      made.emplace(request_, gate_, state_);
    } catch (const OutOfPatience&) {
      return give_up_set_up();
    }
    Crew& crew = *made;
    state_.total_jobs = crew.total_jobs();
    say_that_it_started();
    watch(crew);
    const bool exhausted = crew.exhausted();
    crew.stop();
    if (request_.on_lesson)
      for (const Lesson& lesson : crew.lessons()) request_.on_lesson(lesson);
    const double seconds = seconds_so_far();
    state_ = checkpoint(crew.left_over(), request_.checkpoint ? crew.states() : std::vector<std::string>(),
                        crew.snapshot().nodes);
    state_.seconds = seconds;
    emit_all_found();
    const std::exception_ptr failed = request_.checkpoint ? write_last_checkpoint() : nullptr;
    if (request_.units) settle_units();
    const Finished finished = finish(crew, exhausted);
    // The answer is told all the same. But who stopped a search in order to go on later must know that it cannot.
    const bool ended = finished.status == Status::exhausted || finished.status == Status::solved;
    if (failed && !ended) std::rethrow_exception(failed);
    return finished;
  }

 private:
  void note(std::string text) { subscriber_(Note{std::move(text)}); }

  void say_that_it_started() {
    Started started;
    static_cast<SearchFacts&>(started) = facts_of(request_);
    started.limits = request_.limits;
    subscriber_(started);
    if (request_.resume)
      note(fmt::format("resumed after {} and {}", counted(state_.nodes, "node"), readable_seconds(state_.seconds)));
    const bool makes_boards = !request_.engine->abilities.counts_exactly;
    if (request_.config.goal == Goal::count && makes_boards) note("a sample of the boards is verified");
  }

  /// The time was over before the first slice. There is no checkpoint: what there was before is still right.
  Finished give_up_set_up() {
    say_that_it_started();
    note(fmt::format("engine {} was still preparing its tables for this puzzle", request_.engine->name));
    Finished finished;
    static_cast<SearchFacts&>(finished) = facts_of(request_);
    finished.status = time_limit_hit_ ? Status::limit : Status::stopped;
    finished.solutions = state_.totals.solutions;
    finished.nodes = state_.nodes;
    finished.seconds = seconds_so_far();
    finished.best = state_.totals.best;
    finished.verified = state_.totals.verified;
    finished.first = state_.totals.first;
    finished.distinct_up_to = gate_.group().description();
    finished.target = request_.target;
    subscriber_(finished);
    return finished;
  }

  /// The main loop: limits, progress and checkpoints, while the crew works.
  void watch(Crew& crew) {
    double next_progress = seconds_so_far() + request_.progress_seconds;
    double next_checkpoint = seconds_so_far() + std::min(first_checkpoint, request_.checkpoint_seconds);
    while (!crew.finished() && !must_end()) {
      crew.wait(heartbeat);
      stand_still_if_paused(crew);
      emit_found();
      if (seconds_so_far() >= next_progress) {
        emit_progress(crew);
        tell_outlook(crew);
        next_progress = seconds_so_far() + request_.progress_seconds;
      }
      if (request_.checkpoint && seconds_so_far() >= next_checkpoint) {
        save_while_running(crew);
        next_checkpoint = seconds_so_far() + request_.checkpoint_seconds;
      }
    }
  }

  double seconds_so_far() const { return watch_.seconds() - paused_seconds_; }

  bool must_end() {
    if (stop_.stop_requested()) return true;
    // The limit is for this part of the run; what an earlier part took does not count.
    time_limit_hit_ = request_.limits.seconds && seconds_so_far() - state_.seconds >= *request_.limits.seconds;
    return time_limit_hit_;
  }

  /// A little more time than the limit: tables that are nearly done lead to a first slice, and so to some board.
  bool must_end_set_up() {
    if (stop_.stop_requested()) return true;
    const double taken = seconds_so_far() - state_.seconds;
    time_limit_hit_ = request_.limits.seconds && taken >= *request_.limits.seconds + set_up_grace;
    return time_limit_hit_;
  }

  void stand_still_if_paused(Crew& crew) {
    if (request_.control == nullptr) return;
    const double paused_before = paused_seconds_;
    const Stopwatch pause;
    std::uint64_t nodes = 0;
    std::optional<std::uint64_t> shown;
    while (request_.control->paused() && !stop_.stop_requested() && !crew.finished()) {
      if (request_.live_board) crew.live_board();  // asks for one as of now
      crew.wait(heartbeat);
      paused_seconds_ = paused_before + pause.seconds();
      emit_found();
      // Where the pause has come, and what every step in it has done, is shown once.
      const std::uint64_t before = std::exchange(nodes, crew.snapshot().nodes);
      if (nodes == before && shown != nodes) emit_progress(crew), shown = nodes;
    }
  }

  void emit_found() {
    if (!request_.has_room || request_.has_room()) emit_all_found();
  }

  void emit_all_found() {
    for (const Event& event : gate_.drain()) subscriber_(event);
    for (const SolutionRecord& board : gate_.drain_boards()) request_.on_board(board);
  }

  void emit_progress(Crew& crew) {
    const Crew::Snapshot now = crew.snapshot();
    ProgressMade progress;
    const Totals totals = gate_.totals();
    progress.nodes = state_.nodes + now.nodes;
    progress.solutions = totals.solutions;
    progress.seconds = seconds_so_far();
    if (const double taken = progress.seconds - state_.seconds; taken > 0)
      progress.nodes_per_second = static_cast<double>(now.nodes) / taken;
    progress.depth = now.depth;
    progress.fraction = now.fraction;
    if (now.fraction) progress.seconds_left = time_left_.after(progress.seconds - state_.seconds, *now.fraction);
    progress.best = totals.best;
    progress.units = now.units;
    if (request_.live_board)
      if (const auto board = crew.live_board()) progress.board = gate_.shown(*board, progress.nodes);
    if (request_.control != nullptr) request_.control->show(crew.nodes_per_depth());
    subscriber_(progress);
  }

  /// What an optimiser has found so far and what to expect, after a minute, two, four, … and then every ten minutes.
  void tell_outlook(Crew& crew) {
    if (request_.config.goal != Goal::best) return;
    const auto boards = board_counts(crew.statistics_so_far());
    const double now = seconds_so_far();
    const auto best = gate_.totals().best;
    if (now < next_outlook_ || !best || boards.empty()) return;
    note("boards so far: " + outlook_text(boards, best->score + best->conflicts, now));
    next_outlook_ = now + std::min(now, longest_outlook_pause);
  }

  Checkpoint checkpoint(const std::vector<TreePosition>& jobs, std::vector<std::string> engine_states,
                        std::uint64_t crew_nodes) const {
    Checkpoint now = state_;
    now.jobs = jobs;
    now.engine_states = std::move(engine_states);
    now.nodes += crew_nodes;
    now.seconds = seconds_so_far();
    now.cpu_seconds = cpu_.seconds();
    now.totals = gate_.totals();
    return now;
  }

  /// A full disk may have room again in half a minute, so the run goes on and the old file stays.
  void save_while_running(Crew& crew) {
    const auto write = [&](const std::vector<TreePosition>& jobs, const std::vector<std::string>& engine_states,
                           std::uint64_t crew_nodes) {
      emit_all_found();  // a checkpoint counts no board that the files of boards do not have yet
      write_checkpoint(*request_.checkpoint, checkpoint(jobs, engine_states, crew_nodes));
    };
    try {
      crew.with_positions(write);
      save_failed_ = false;
    } catch (const InputError& error) {
      if (!save_failed_) note(fmt::format("no checkpoint was written, it will be tried again: {}", error.what()));
      save_failed_ = true;
    }
  }

  std::exception_ptr write_last_checkpoint() {
    try {
      write_checkpoint(*request_.checkpoint, state_);
      return nullptr;
    } catch (const InputError& error) {
      note(fmt::format("no checkpoint was written: {}", error.what()));
      return std::current_exception();
    }
  }

  /// Only units that are done count. The ledger does not know when their solutions came; the gate does.
  void settle_units() {
    request_.units->ledger->save();
    const UnitTotals done = request_.units->ledger->totals();
    state_.nodes = request_.units->top_nodes + done.nodes;
    const std::optional<Milestone> first = state_.totals.first;
    state_.totals = sum(request_.units->top, done);
    state_.totals.first = first;
    units_ = ProgressMade::Units{done.done, done.units};
  }

  Status status(const Crew& crew, bool exhausted) const {
    if (gate_.hit_solution_limit()) return Status::limit;
    if (!gate_.wants_more()) return Status::solved;
    const bool all_units = !units_ || units_->done == units_->all;
    if (exhausted && all_units) return request_.engine->complete ? Status::exhausted : Status::limit;
    return exhausted || time_limit_hit_ || crew.hit_node_limit() ? Status::limit : Status::stopped;
  }

  std::string why_none() const {
    const Puzzle& puzzle = *request_.puzzle;
    const auto reason = puzzle.family() == Family::packing ? obstruction(puzzle.packing()) : std::nullopt;
    return reason.value_or("");
  }

  Finished finish(const Crew& crew, bool exhausted) {
    Finished finished;
    static_cast<SearchFacts&>(finished) = facts_of(request_);
    finished.status = status(crew, exhausted);
    finished.solutions = state_.totals.solutions;
    const bool counts_orbits = request_.config.goal == Goal::all || request_.config.goal == Goal::count;
    if (counts_orbits) finished.distinct = state_.totals.distinct;
    if (const CountsExactly* exact = crew.exact_count()) {
      if (exhausted) finished.exact_solutions = exact->solution_count();
      finished.distinct = exhausted ? exact->distinct_count() : std::nullopt;
    }
    finished.distinct_up_to = gate_.group().description();
    finished.nodes = state_.nodes;
    finished.seconds = state_.seconds;
    finished.best = state_.totals.best;
    finished.verified = state_.totals.verified;
    finished.first = state_.totals.first;
    finished.target = request_.target;
    finished.units = units_;
    finished.statistics = crew.statistics();
    const bool none =
        finished.status == Status::exhausted && finished.solutions == 0 && request_.config.goal != Goal::best;
    if (none) finished.why_none = why_none();
    if (counts_orbits && finished.first)
      note(fmt::format("the first solution came after {} and {}", counted(finished.first->nodes, "node"),
                       readable_seconds(finished.first->seconds)));
    if (none)
      note("no solution: " +
           (finished.why_none.empty() ? "everything was searched, no simpler reason is known" : finished.why_none));
    for (const std::string& remark : finished.statistics.remarks) note(remark);
    subscriber_(finished);
    return finished;
  }

  const RunRequest& request_;
  const Subscriber& subscriber_;
  std::stop_token stop_;
  Checkpoint state_;  // as of the start of this part, then as of its end
  Stopwatch watch_;
  CpuStopwatch cpu_;
  TimeLeft time_left_;
  double paused_seconds_ = 0;
  Gate gate_;
  bool time_limit_hit_ = false, save_failed_ = false;
  double next_outlook_ = first_outlook;
  std::optional<ProgressMade::Units> units_;
};

void require_resumable(const RunRequest& request) {
  const bool keeps_place = request.checkpoint || request.resume;
  if (keeps_place && !request.engine->abilities.resumes())
    throw UsageError(fmt::format("engine {} cannot be checkpointed", request.engine->name));
}

}  // namespace

SearchFacts facts_of(const RunRequest& request) {
  return {request.puzzle->name, puzzle_hash(*request.puzzle),     request.config.goal,
          request.engine->name, request.config.options.changes(), request.config.seed,
          request.threads};
}

Finished run(const RunRequest& request, const Subscriber& subscriber, std::stop_token stop) {
  require_resumable(request);
  RunRequest adjusted = request;
  // A complete search that cannot be split would only be done twice.
  const Abilities& can = request.engine->abilities;
  if (request.engine->complete && !can.walks_tree && !can.shares_work) adjusted.threads = 1;
  return Run(adjusted, subscriber, std::move(stop)).execute();
}

}  // namespace tesselle
