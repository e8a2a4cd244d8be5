#include "stages.hpp"

#include <algorithm>
#include <utility>

#include "run/registry.hpp"
#include "run_options.hpp"

namespace tesselle {
namespace {

constexpr std::size_t small_board = 64;  // cells; scan solves most 8x8 boards within seconds
constexpr double first_look = 1;         // seconds of optimising before that
constexpr double longest_solving = 20;   // seconds, or a third of the time given

class Stages {
 public:
  Stages(const RunRequest& request, Subscriber subscriber) : request_(request), subscriber_(std::move(subscriber)) {}

  void run_all() {
    const bool limited = request_.limits.seconds.has_value();
    const double whole = request_.limits.seconds.value_or(0);
    run_one(request_, limited ? std::min(first_look, whole / 3) : first_look);
    RunRequest solving = request_;
    solving.engine = &engine_named("scan", Family::edge);
    solving.config.goal = Goal::first;
    solving.config.options = Options(solving.engine->options);
    solving.target.reset();
    run_one(solving, limited ? std::min(longest_solving, whole / 3) : longest_solving);
    std::optional<double> rest;
    if (limited) rest = std::max(whole - seconds_, 0.01);
    run_one(request_, rest);
    finished_.seconds = seconds_;
    finished_.nodes = nodes_;
    if (best_) finished_.best = Best{best_->score, best_->max_score, best_->conflicts};
    subscriber_(finished_);
  }

 private:
  void run_one(RunRequest request, std::optional<double> seconds) {
    if (over_) return;
    request.limits.seconds = seconds;
    finished_ = run(
        request, [this](const Event& event) { std::visit([this](const auto& e) { on(e); }, event); },
        stop_on_signals());
    seconds_ += finished_.seconds;
    nodes_ += finished_.nodes;
    over_ = finished_.status == Status::solved || finished_.status == Status::stopped;
  }
  void on(const Started& event) {
    if (!std::exchange(started_, true)) subscriber_(event);
  }
  void on(const SolutionFound& event) { on(Improved{event.record}); }
  void on(const Improved& event) {
    if (best_ && event.record.score <= best_->score) return;
    best_ = event.record;
    best_->seconds += seconds_;
    best_->nodes += nodes_;
    subscriber_(Improved{*best_});
  }
  void on(const ProgressMade& event) {
    ProgressMade adjusted = event;
    adjusted.seconds += seconds_;
    adjusted.nodes += nodes_;
    adjusted.fraction.reset();
    adjusted.seconds_left.reset();
    if (best_) adjusted.best = Best{best_->score, best_->max_score, best_->conflicts};
    subscriber_(adjusted);
  }
  void on(const Note& event) { subscriber_(event); }
  void on(const Finished&) {}

  const RunRequest& request_;
  Subscriber subscriber_;
  std::optional<SolutionRecord> best_;
  Finished finished_;
  double seconds_ = 0;       ///< of the runs that ended
  std::uint64_t nodes_ = 0;  ///< likewise
  bool started_ = false, over_ = false;
};

}  // namespace

bool worth_stages(const Puzzle& puzzle) {
  return puzzle.family() == Family::edge && puzzle.edge().cell_count() <= small_board;
}

void run_in_stages(const RunRequest& request, const Subscriber& subscriber) { Stages(request, subscriber).run_all(); }

}  // namespace tesselle
