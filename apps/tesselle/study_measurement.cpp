#include <fmt/format.h>

#include <algorithm>

#include "base/effort.hpp"
#include "tesselle/errors.hpp"
#include "run/choice.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"
#include "run_options.hpp"
#include "signals.hpp"
#include "stages.hpp"
#include "study.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

class FirstSolutions final : public SolutionSink {
 public:
  FirstSolutions(const Puzzle& puzzle, std::uint64_t wanted) : puzzle_(puzzle), wanted_(wanted) {}
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}
  std::uint64_t seen() const { return seen_; }

 protected:
  Flow offer(const Solution& solution, std::uint64_t) override {
    const Verdict verdict = verify(puzzle_, solution);
    if (!verdict.solves()) throw InternalError(fmt::format("the verifier refused a board: {}", summary(verdict)));
    return ++seen_ >= wanted_ ? Flow::stop : Flow::go_on;
  }

 private:
  const Puzzle& puzzle_;
  std::uint64_t wanted_, seen_ = 0;
};

/// Stops the search at the first solution, then lets it go on. All boards are verified up to a thousand, then samples.
class YardstickSink final : public SolutionSink {
 public:
  explicit YardstickSink(const Puzzle& puzzle) : puzzle_(puzzle) {}
  void counted(std::uint64_t boards, std::uint64_t) override { counted_ += boards; }
  void improved(const Solution&) override {}
  std::uint64_t solutions() const { return found_ + counted_; }
  bool has_found() const { return found_ > 0; }

 protected:
  Flow offer(const Solution& solution, std::uint64_t) override {
    constexpr std::uint64_t verify_all = 1000;
    const Verdict verdict = verify(puzzle_, solution);
    if (!verdict.solves()) throw InternalError(fmt::format("the verifier refused a board: {}", summary(verdict)));
    if (found_ >= verify_all) next_wanted_ = 2 * found_;
    return found_ == 1 ? Flow::stop : Flow::go_on;
  }

 private:
  const Puzzle& puzzle_;
  std::uint64_t counted_ = 0;
};

EngineConfig config_for(const EngineInfo& engine, Goal goal, SearchSymmetry symmetry) {
  return {.goal = goal, .symmetry = symmetry, .options = Options(engine.options)};
}

}  // namespace

Measurement measure_count(const Puzzle& puzzle, const std::string& engine, SearchSymmetry symmetry) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine_named(engine, puzzle.family());
  request.config = config_for(*request.engine, Goal::count, symmetry);
  const EffortMeter effort;
  const Finished f = run(
      request, [](const Event&) {}, stop_on_signals());
  return {f.status, f.solutions, f.distinct.value_or(0), f.nodes, effort.cpu_seconds(), f.statistics};
}

namespace {

RunRequest best_request(const Puzzle& puzzle, const EngineInfo& engine, const Effort& effort) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &engine;
  request.config = config_for(engine, Goal::best, SearchSymmetry::whole);
  request.config.seed = effort.seed;
  request.limits.seconds = effort.seconds;
  request.limits.nodes = effort.nodes;
  request.threads = effort.threads;
  return request;
}

/// Keeps the best board's numbers.
Subscriber into(BestFound& best) {
  return [&best](const Event& event) {
    const auto* better = std::get_if<Improved>(&event);
    if (better == nullptr) return;
    const SolutionRecord& record = better->record;
    best.score = record.score;
    best.max_score = record.max_score;
    best.conflicts = record.conflicts;
    best.seconds = record.seconds;
    best.history.emplace_back(record.seconds, record.score);
  };
}

}  // namespace

BestFound measure_best(const Puzzle& puzzle, const EngineInfo& engine, const Effort& effort) {
  BestFound best;
  best.statistics = run(best_request(puzzle, engine, effort), into(best), stop_on_signals()).statistics;
  return best;
}

BestFound measure_optimise(const Puzzle& puzzle, const Effort& effort) {
  const EngineInfo& engine = *choose_engine(puzzle, {.goal = Goal::best}).engine;
  if (!worth_stages(puzzle)) return measure_best(puzzle, engine, effort);
  BestFound best;
  run_in_stages(best_request(puzzle, engine, effort), into(best));
  return best;
}

Measurement measure_first(const Puzzle& puzzle, const std::string& engine, std::uint64_t wanted,
                          std::uint64_t most_nodes, const EngineSettings& settings) {
  const EngineInfo& info = engine_named(engine, puzzle.family());
  EngineConfig config = config_for(info, Goal::all, SearchSymmetry::whole);
  for (const auto& [name, value] : settings) config.options.set(name, value);
  const auto search = info.make(puzzle, config);
  FirstSolutions sink(puzzle, wanted);
  const EffortMeter effort;
  Advance state = Advance::running;
  const auto nodes = [&] { return search->progress().nodes; };
  while (state == Advance::running && sink.seen() < wanted && nodes() < most_nodes && !stop_on_signals())
    state = search->advance({std::min<std::uint64_t>(1'000'000, most_nodes - nodes())}, sink);
  Status status = Status::exhausted;
  if (state == Advance::running && sink.seen() < wanted) status = stop_on_signals() ? Status::stopped : Status::limit;
  return {status, sink.seen(), 0, nodes(), effort.cpu_seconds(), search->statistics()};
}

YardstickMeasurement measure_yardstick(const Puzzle& puzzle, const std::string& engine, const EngineSettings& settings,
                                       std::uint64_t most_nodes) {
  constexpr std::uint64_t slice = 1'000'000;
  const EngineInfo& info = engine_named(engine, puzzle.family());
  EngineConfig config = config_for(info, Goal::count, SearchSymmetry::whole);
  for (const auto& [name, value] : settings) config.options.set(name, value);
  YardstickMeasurement result;
  YardstickSink sink(puzzle);
  const EffortMeter effort;
  const auto search = info.make(puzzle, config);
  while (!result.exhausted && result.nodes < most_nodes && !stop_on_signals()) {
    result.exhausted = search->advance({std::min(slice, most_nodes - result.nodes)}, sink) != Advance::running;
    result.nodes = search->progress().nodes;
    result.cpu_seconds = effort.cpu_seconds();
    if (sink.has_found() && !result.first_nodes) {
      result.first_nodes = result.nodes;
      result.first_seconds = result.cpu_seconds;
    }
  }
  result.solutions = sink.solutions();
  return result;
}

}  // namespace tesselle
