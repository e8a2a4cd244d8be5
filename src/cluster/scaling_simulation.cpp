#include <algorithm>
#include <cmath>
#include <queue>

#include "base/rng.hpp"
#include "base/samples.hpp"
#include "cluster/scaling.hpp"
#include "cluster/worker.hpp"

namespace tesselle::cluster {
namespace {

// As in search_units.cpp.
constexpr double work_at_a_time = 0.5, send_every = 0.25;
constexpr double warm_up = 0.3;  // of the time until the units run out
constexpr std::uint64_t fewest_units_each = 8, most_units_each = 400;
constexpr double seconds_each = 30;

class ScalingSimulation {
 public:
  ScalingSimulation(const ScalingModel& model, const ScalingCase& what)
      : model_(model), what_(what), rng_(what.seed), workers_(what.workers), beat_every_(seconds_between_beats(what.workers)) {
    const double mean = std::max(1e-9, mean_of(model.sizes) * what.unit_seconds);
    batch_ = static_cast<std::uint64_t>(std::clamp(work_at_a_time / mean, 1.0, 256.0));
    const auto each =
        static_cast<std::uint64_t>(std::clamp(seconds_each / mean, double{fewest_units_each}, double{most_units_each}));
    const std::uint64_t wanted = std::max(each, 4 * batch_) * what.workers;
    units_left_ = std::max(std::min(wanted, what.max_units), fewest_units_each * what.workers);
    // Not all at once: workers that have been at it for a while have lost their step.
    for (std::uint32_t w = 0; w < what.workers; ++w) {
      events_.push({rng_.unit() * std::max(mean, work_at_a_time), w, Next::choose});
      events_.push({rng_.unit() * beat_every_, w, Next::beat});
    }
  }

  Scaled run() {
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      go_on(event.time, event.worker, event.next);
    }
    return outcome();
  }

 private:
  /// What a worker does next. Whatever asks the ledger is an event of its own, so that requests are served in the order
  /// in which they are made.
  enum class Next : std::uint8_t { settle, choose, take, search, beat };
  struct Event {
    double time = 0;
    std::uint32_t worker = 0;
    Next next = Next::settle;
    bool operator<(const Event& other) const { return time > other.time; }
  };
  struct SimulatedWorker {
    double chose = 0, ended = 0;
    std::uint64_t taken = 0, unsettled = 0;
  };
  struct Span {
    double from = 0, to = 0;
  };

  /// When a request that is made now has been answered.
  double served(double now, double seconds) {
    const double busy = seconds * model_.ledger.serial, way = (seconds - busy) / 2;
    ledger_free_ = std::max(ledger_free_, now + way) + busy;
    busy_.push_back({ledger_free_ - busy, ledger_free_});
    return ledger_free_ + way;
  }

  void go_on(double now, std::uint32_t number, Next next) {
    SimulatedWorker& worker = workers_[number];
    const LedgerCost& ledger = model_.ledger;
    switch (next) {
      case Next::beat:
        if (worker.ended == 0) events_.push({served(now, ledger.beat) + beat_every_, number, Next::beat});
        return;
      case Next::settle:
        if (worker.unsettled > 0) now = served(now, ledger.settle.of(static_cast<double>(worker.unsettled)));
        worker.unsettled = 0;
        events_.push({now, number, worker.taken > 0 ? Next::search : Next::choose});
        return;
      case Next::choose:
        if (units_left_ == 0) {
          worker.ended = now;
          return;
        }
        if (now - worker.chose >= beats_per_choice * beat_every_) worker.chose = now = served(now, ledger.choose);
        events_.push({now, number, Next::take});
        return;
      case Next::take:
        worker.taken = std::min(batch_, units_left_);
        units_left_ -= worker.taken;
        if (worker.taken > 0 && units_left_ == 0) dry_ = now;
        events_.push({served(now, ledger.take.of(static_cast<double>(worker.taken))), number,
                      worker.taken > 0 ? Next::search : Next::choose});
        return;
      case Next::search:
        search(now, number);
    }
  }

  /// Units until the next report.
  void search(double now, std::uint32_t number) {
    SimulatedWorker& worker = workers_[number];
    const double began = now;
    while (worker.taken > 0 && (worker.unsettled < 1 || now - began < send_every)) {
      now += what_.unit_seconds * model_.sizes[rng_.below(static_cast<std::uint32_t>(model_.sizes.size()))];
      ++worker.unsettled;
      --worker.taken;
    }
    searched_.push_back({began, now});
    events_.push({now, number, Next::settle});
  }

  static double inside(const std::vector<Span>& spans, double from, double to) {
    double sum = 0;
    for (const Span& span : spans) sum += std::max(0.0, std::min(span.to, to) - std::max(span.from, from));
    return sum;
  }

  Scaled outcome() const {
    Scaled result;
    const double from = warm_up * dry_, length = std::max(1e-9, dry_ - from);
    result.steady = inside(searched_, from, dry_) / (length * what_.workers);
    result.ledger_load = inside(busy_, from, dry_) / length;
    double last = 0, sum = 0;
    for (const SimulatedWorker& worker : workers_) {
      last = std::max(last, worker.ended);
      sum += worker.ended;
    }
    result.idle_at_end = last - sum / what_.workers;
    const double work = 3600 * what_.search_hours;
    result.efficiency = work / (work / std::max(1e-9, result.steady) + result.idle_at_end);
    return result;
  }

  const ScalingModel& model_;
  const ScalingCase& what_;
  Rng rng_;
  std::vector<SimulatedWorker> workers_;
  std::priority_queue<Event> events_;
  std::vector<Span> searched_, busy_;
  std::uint64_t units_left_ = 0, batch_ = 1;
  double beat_every_, ledger_free_ = 0, dry_ = 0;
};

}  // namespace

Scaled simulate(const ScalingModel& model, const ScalingCase& what) { return ScalingSimulation(model, what).run(); }

}  // namespace tesselle::cluster
