#include "study/measurement.hpp"

namespace tesselle::study {
namespace {

constexpr double looks_at_the_time = 0.05;  // seconds between two

SearchRequest request_for(const Puzzle& puzzle, const Experiment& experiment) {
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.goal = experiment.solutions ? Goal::all : Goal::count;
  request.symmetry = experiment.symmetry;
  request.engine = experiment.engine;
  request.options = experiment.options;
  request.threads = 1;
  request.limits.solutions = experiment.solutions;
  request.limits.nodes = experiment.nodes;
  return request;
}

bool ended_by_itself(const Finished& finished, const Experiment& experiment) {
  const bool all_wanted_found = experiment.solutions && finished.solutions >= *experiment.solutions;
  return all_wanted_found || finished.status == Status::exhausted;
}

/// Without a subscriber a search needs no second thread.
Finished run_experiment(SearchRequest request, const std::optional<double>& cpu_seconds, const std::stop_token& stop) {
  if (!cpu_seconds) return search(request, {}, stop);
  CpuLimit limit(*cpu_seconds, stop);
  request.progress_seconds = looks_at_the_time;
  return search(request, limit.subscriber(), limit.token());
}

}  // namespace

Measurement measure(const Puzzle& puzzle, const Experiment& experiment, const std::stop_token& stop) {
  const SearchRequest request = request_for(puzzle, experiment);
  const EffortMeter effort;
  const Finished f = run_experiment(request, experiment.cpu_seconds, stop);
  const double cpu_seconds = effort.cpu_seconds();
  return {
      ended_by_itself(f, experiment), f.solutions, f.distinct.value_or(0), f.nodes, cpu_seconds, f.first, f.statistics};
}

BestFound measure_best(const Puzzle& puzzle, const std::string& engine, const Effort& effort,
                       const std::stop_token& stop) {
  SearchRequest request;
  request.puzzle = share(puzzle);
  request.goal = Goal::best;
  request.engine = engine;
  request.limits = effort.limits;
  request.seed = effort.seed;
  request.threads = effort.threads;
  BestFound best;
  const auto keep = [&best](const Event& event) {
    const auto* better = std::get_if<Improved>(&event);
    if (better == nullptr) return;
    const SolutionRecord& record = better->record;
    best.score = record.score;
    best.max_score = record.max_score;
    best.conflicts = record.conflicts;
    best.seconds = record.seconds;
    best.history.emplace_back(record.seconds, record.score);
  };
  best.statistics = search(request, keep, stop).statistics;
  return best;
}

CpuLimit::CpuLimit(double limit, const std::stop_token& stop)
    : limit_(limit), pass_on_(stop, [this] { end_.request_stop(); }) {}

Subscriber CpuLimit::subscriber() {
  return [this](const Event&) {
    if (used() > limit_) end_.request_stop();
  };
}

}  // namespace tesselle::study
