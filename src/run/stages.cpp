#include "run/stages.hpp"

#include <algorithm>
#include <utility>

#include "base/effort.hpp"

namespace tesselle {
namespace {

class StageRun {
 public:
  StageRun(const std::vector<Stage>& stages, Goal goal, const Subscriber& subscriber, std::stop_token stop)
      : stages_(stages), goal_(goal), subscriber_(subscriber), stop_(std::move(stop)) {}

  Finished execute() {
    for (const Stage& stage : stages_) {
      run_one(stage);
      if (finished_.status == Status::solved || finished_.status == Status::stopped) break;
    }
    if (goal_ == Goal::first && finished_.status == Status::solved && finished_.solutions == 0) announce_solution();
    finished_.goal = goal_;
    finished_.seconds = seconds_;
    finished_.nodes = nodes_;
    if (best_) finished_.best = Best{best_->score, best_->max_score, best_->conflicts};
    subscriber_(finished_);
    return finished_;
  }

 private:
  /// An optimiser ends with a perfect board, which is a solution.
  void announce_solution() {
    finished_.solutions = 1;
    finished_.first = Milestone{best_->nodes, best_->seconds, best_cpu_seconds_};
    subscriber_(SolutionFound{*best_, 1});
  }

  void run_one(const Stage& stage) {
    RunRequest request = stage.request;
    if (request.limits.seconds)
      request.limits.seconds = stage.longest ? std::min(*stage.longest, *request.limits.seconds / 3)
                                             : std::max(*request.limits.seconds - seconds_, 0.01);
    else
      request.limits.seconds = stage.longest;
    stage_began_ = cpu_.seconds();
    finished_ = run(
        request, [this](const Event& event) { std::visit([this](const auto& e) { on(e); }, event); }, stop_);
    add_earlier_stages(finished_.first);
    seconds_ += finished_.seconds;
    nodes_ += finished_.nodes;
  }

  void add_earlier_stages(std::optional<Milestone>& reached) const {
    if (!reached) return;
    reached->nodes += nodes_;
    reached->seconds += seconds_;
    reached->cpu_seconds += stage_began_;
  }

  void on(const Started& event) {
    if (std::exchange(started_, true)) return;
    Started whole = event;
    whole.goal = goal_;
    whole.limits = stages_.back().request.limits;
    subscriber_(whole);
  }
  void on(const SolutionFound& event) {
    if (goal_ == Goal::best)
      on(Improved{event.record});
    else
      subscriber_(event);
  }
  void on(const Improved& event) {
    const SolutionRecord& now = event.record;
    if (best_ && std::pair(now.score, -now.conflicts) <= std::pair(best_->score, -best_->conflicts)) return;
    best_ = now;
    best_->seconds += seconds_;
    best_->nodes += nodes_;
    best_cpu_seconds_ = cpu_.seconds();
    subscriber_(Improved{*best_});
  }
  void on(const ProgressMade& event) {
    ProgressMade adjusted = event;
    adjusted.seconds += seconds_;
    adjusted.nodes += nodes_;
    if (stages_.size() > 1) {
      adjusted.fraction.reset();
      adjusted.seconds_left.reset();
    }
    if (best_) adjusted.best = Best{best_->score, best_->max_score, best_->conflicts};
    subscriber_(adjusted);
  }
  void on(const Note& event) { subscriber_(event); }
  void on(const Finished&) {}

  const std::vector<Stage>& stages_;
  Goal goal_;
  const Subscriber& subscriber_;
  std::stop_token stop_;
  std::optional<SolutionRecord> best_;
  Finished finished_;
  CpuStopwatch cpu_;
  double stage_began_ = 0, best_cpu_seconds_ = 0;  ///< by cpu_; the latter is when we heard of the board
  double seconds_ = 0;                             ///< of the stages that ended
  std::uint64_t nodes_ = 0;                        ///< likewise
  bool started_ = false;
};

}  // namespace

Finished run_stages(const std::vector<Stage>& stages, Goal goal, const Subscriber& subscriber, std::stop_token stop) {
  return StageRun(stages, goal, subscriber, std::move(stop)).execute();
}

}  // namespace tesselle
