#include <fmt/format.h>

#include "base/effort.hpp"
#include "base/errors.hpp"
#include "run/registry.hpp"
#include "run/run.hpp"
#include "run_options.hpp"
#include "study.hpp"
#include "verify/verify.hpp"

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
  return {f.status, f.solutions, f.distinct.value_or(0), f.nodes, effort.cpu_seconds()};
}

Measurement measure_first(const Puzzle& puzzle, const std::string& engine, std::uint64_t wanted,
                          std::uint64_t most_nodes) {
  const EngineInfo& info = engine_named(engine, puzzle.family());
  const auto search = info.make(puzzle, config_for(info, Goal::all, SearchSymmetry::whole));
  FirstSolutions sink(puzzle, wanted);
  const EffortMeter effort;
  Advance state = Advance::running;
  const auto nodes = [&] { return search->progress().nodes; };
  while (state == Advance::running && sink.seen() < wanted && nodes() < most_nodes && !stop_on_signals())
    state = search->advance({std::min<std::uint64_t>(1'000'000, most_nodes - nodes())}, sink);
  Status status = Status::exhausted;
  if (state == Advance::running && sink.seen() < wanted) status = stop_on_signals() ? Status::stopped : Status::limit;
  return {status, sink.seen(), 0, nodes(), effort.cpu_seconds()};
}

}  // namespace tesselle
