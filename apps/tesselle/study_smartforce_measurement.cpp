#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/effort.hpp"
#include "base/errors.hpp"
#include "edge/tables/corollas/build.hpp"
#include "run/registry.hpp"
#include "study_smartforce.hpp"
#include "verify/verify.hpp"

namespace tesselle::smartforce {
namespace {

/// Verifies every board it is shown and notes when the first one came.
class TimedSolutions final : public SolutionSink {
 public:
  TimedSolutions(const Puzzle& puzzle, const EffortMeter& effort) : puzzle_(puzzle), effort_(effort) {}
  void counted(std::uint64_t boards, std::uint64_t) override { note(boards); }
  void improved(const Solution&) override {}
  std::uint64_t solutions() const { return solutions_; }
  std::optional<double> first() const { return first_; }

 protected:
  Flow offer(const Solution& solution, std::uint64_t orbit_size) override {
    const Verdict verdict = verify(puzzle_, solution);
    if (!verdict.solves()) throw InternalError(fmt::format("the verifier refused a board: {}", summary(verdict)));
    note(std::max<std::uint64_t>(orbit_size, 1));
    return Flow::go_on;
  }

 private:
  void note(std::uint64_t boards) {
    if (boards > 0 && !first_) first_ = effort_.cpu_seconds();
    solutions_ += boards;
  }

  const Puzzle& puzzle_;
  const EffortMeter& effort_;
  std::uint64_t solutions_ = 0;
  std::optional<double> first_;
};

/// A file of corollas that is there as long as it is needed.
class CorollasBeforehand {
 public:
  CorollasBeforehand(const Puzzle& puzzle, int radius, Outcome& outcome)
      : path_(std::filesystem::temp_directory_path() / fmt::format("tesselle-smartforce-{}", ::getpid())) {
    static const std::atomic<bool> go_on = false;
    const EffortMeter effort;
    edge::corollas::build_corollas(puzzle, path_, {.radius = radius, .count_limit = 100'000}, go_on,
                                   [](const edge::corollas::BuildProgress&) {});
    outcome.before_seconds = effort.cpu_seconds();
    outcome.before_bytes = std::filesystem::file_size(path_);
  }
  ~CorollasBeforehand() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  CorollasBeforehand(const CorollasBeforehand&) = delete;
  CorollasBeforehand& operator=(const CorollasBeforehand&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Slices that grow until one takes about a hundredth of a second.
void search(Engine& engine, TimedSolutions& sink, const EffortMeter& effort, double limit,
            const std::function<bool()>& stopped, Outcome& outcome) {
  std::uint64_t slice = 64;
  double before = effort.cpu_seconds();
  while (before < limit && !stopped()) {
    if (engine.advance({slice}, sink) != Advance::running) {
      outcome.all = effort.cpu_seconds();
      break;
    }
    const double now = effort.cpu_seconds();
    if (now - before < 0.01) slice *= 2;
    before = now;
  }
  outcome.nodes = engine.progress().nodes;
  outcome.solutions = sink.solutions();
  outcome.first = sink.first();
}

bool is_built_in(const Method& method) {
  const auto& engines = all_engines();
  return std::any_of(engines.begin(), engines.end(),
                     [&](const EngineInfo& info) { return info.name == method.engine; });
}

}  // namespace

std::vector<Method> methods() {
  std::vector<Method> all = {
      {"backtrack (yardstick)", "backtrack"},
      {"scan (yardstick at full speed)", "scan"},
      {"scan, rotation fixed", "scan", {}, 0, SearchSymmetry::reduced},
      {"smart: capi", "smart", {{"propagate", "capi"}}},
      {"smart: capi, boco", "smart", {{"propagate", "capi,boco"}}},
      {"smart: all layers", "smart"},
      {"smart + corollas 1", "smart", {{"corollas-depth", "1000"}}, 1},
      {"smart + corollas 2", "smart", {{"corollas-depth", "1000"}}, 2},
      {"smart, fewest corollas", "smart", {{"cells", "fewest-corollas"}, {"choice", "most-corollas"}}, 1},
      {"corolla (big steps)", "corolla", {}, 1},
      {"meet (openings and finals)", "meet"},
  };
  std::erase_if(all, [](const Method& method) { return !is_built_in(method); });
  return all;
}

bool uses_data(const Method& method) { return method.corollas_radius > 0 || method.engine == "meet"; }

Outcome measure(const Trial& trial, const Method& method, double limit, const std::function<bool()>& stopped) {
  const EngineInfo& info = engine_named(method.engine, Family::edge);
  Outcome outcome;
  EngineConfig config{.goal = Goal::count, .symmetry = method.symmetry, .options = Options(info.options)};
  for (const auto& [name, text] : method.options) config.options.set(name, text);
  std::optional<CorollasBeforehand> corollas;
  if (method.corollas_radius > 0) {
    corollas.emplace(trial.puzzle, method.corollas_radius, outcome);
    config.options.set("corollas", corollas->path().string());
  }
  try {
    const EffortMeter effort;
    const auto engine = info.make(trial.puzzle, config);
    TimedSolutions sink(trial.puzzle, effort);
    search(*engine, sink, effort, limit, stopped, outcome);
  } catch (const UsageError&) {
    outcome.refused = true;
  }
  return outcome;
}

}  // namespace tesselle::smartforce
