#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/effort.hpp"
#include "base/errors.hpp"
#include "edge/corolla_data/build.hpp"
#include "edge/finals/finals.hpp"
#include "run/openings.hpp"
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

/// A file of data that is there as long as it is needed.
class DataBeforehand {
 public:
  template <class Build>
  DataBeforehand(Outcome& outcome, Build build)
      : path_(std::filesystem::temp_directory_path() / fmt::format("tesselle-smartforce-{}", ::getpid())) {
    const EffortMeter effort;
    build(path_);
    outcome.before_seconds = effort.cpu_seconds();
    outcome.before_bytes = std::filesystem::file_size(path_);
  }
  ~DataBeforehand() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  DataBeforehand(const DataBeforehand&) = delete;
  DataBeforehand& operator=(const DataBeforehand&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void build_corollas(const Puzzle& puzzle, int radius, const std::filesystem::path& path) {
  edge::corollas::build_corollas(puzzle, path, {.radius = radius, .count_limit = 100'000}, {},
                                 [](const edge::corollas::BuildProgress&) {});
}

void build_finals(const Puzzle& puzzle, const std::filesystem::path& path) {
  constexpr std::size_t most = 10'000'000;
  edge::Finals::build(puzzle.edge(), puzzle.edge().cell_count() / 2, most)->save(path.string(), puzzle);
}

void build_openings_file(const Puzzle& puzzle, const EngineInfo& info, const EngineConfig& config,
                         const std::filesystem::path& path) {
  RunRequest request;
  request.puzzle = &puzzle;
  request.engine = &info;
  request.config = config;
  write_openings(path.string(), *build_openings(request, {.count = 1000}));
}

/// Slices that grow until one takes about a hundredth of a second. Not without end: engines that work in large steps
/// pay for them with slices that take no time.
void search(Engine& engine, TimedSolutions& sink, const EffortMeter& effort, double limit,
            const std::function<bool()>& stopped, Outcome& outcome) {
  constexpr std::uint64_t most_slice = 1 << 20;
  std::uint64_t slice = 64;
  double before = effort.cpu_seconds();
  while (before < limit && !stopped()) {
    if (engine.advance({slice}, sink) != Advance::running) {
      outcome.all = effort.cpu_seconds();
      break;
    }
    const double now = effort.cpu_seconds();
    if (now - before < 0.01 && slice < most_slice) slice *= 2;
    before = now;
  }
  outcome.nodes = engine.progress().nodes;
  outcome.solutions = sink.solutions();
  outcome.first = sink.first();
}

/// All openings, largest first, after they were written and read again.
void search_openings(const std::string& file, double limit, const std::function<bool()>& stopped, Outcome& outcome) {
  const EffortMeter effort;
  const OpeningSet set = read_openings(file);
  check_tree(file, set);
  outcome.nodes = set.top_nodes;
  outcome.solutions = set.top_solutions;
  std::atomic<bool> stop = false;
  const std::vector<bool> none_done(set.openings.size(), false);
  const bool all = solve_openings(set, none_done, 1, stop, [&](const OpeningResult& opening) {
    outcome.nodes += opening.nodes;
    outcome.solutions += opening.solutions;
    if (opening.solutions > 0 && !outcome.first) outcome.first = effort.cpu_seconds();
    stop = stopped() || effort.cpu_seconds() > limit;
  });
  if (all) outcome.all = effort.cpu_seconds();
}

bool is_built_in(const Method& method) {
  const auto& engines = all_engines();
  return std::any_of(engines.begin(), engines.end(),
                     [&](const EngineInfo& info) { return info.name == method.engine; });
}

}  // namespace

std::vector<Method> methods() {
  constexpr auto whole = SearchSymmetry::whole, reduced = SearchSymmetry::reduced;
  std::vector<Method> all = {
      {"backtrack (yardstick)", "backtrack"},
      {"scan (yardstick at full speed)", "scan", {}, 0, whole, false, true},
      {"scan, rotation fixed", "scan", {}, 0, reduced, false, true},
      {"smart: capi", "smart", {{"propagate", "capi"}}},
      {"smart: capi, boco", "smart", {{"propagate", "capi,boco"}}},
      {"smart: all layers", "smart"},
      {"smart + corollas 1", "smart", {{"corollas-depth", "1000"}}, 1},
      {"smart + corollas 2", "smart", {{"corollas-depth", "1000"}}, 2},
      {"smart, fewest corollas", "smart", {{"cells", "fewest-corollas"}, {"choice", "most-corollas"}}, 1},
      {"corolla (big steps)", "corolla", {}, 1},
      {"openings of scan, rotation fixed", "scan", {}, 0, reduced, false, false, true},
      {"finals of half the cells", "meet", {}, 0, whole, true},
      {"meet (openings and finals)", "meet", {}, 0, whole, false, true},
  };
  std::erase_if(all, [](const Method& method) { return !is_built_in(method); });
  return all;
}

/// Openings are units of work; they spare none.
bool uses_data(const Method& method) { return method.corollas_radius > 0 || method.engine == "meet"; }

Outcome measure(const Trial& trial, const Method& method, double limit, const std::function<bool()>& stopped) {
  const EngineInfo& info = engine_named(method.engine, Family::edge);
  Outcome outcome;
  outcome.limit = limit;
  EngineConfig config{.goal = Goal::count, .symmetry = method.symmetry, .options = Options(info.options)};
  for (const auto& [name, text] : method.options) config.options.set(name, text);
  try {
    std::optional<DataBeforehand> data;
    if (method.corollas_radius > 0) {
      data.emplace(outcome, [&](const auto& path) { build_corollas(trial.puzzle, method.corollas_radius, path); });
      config.options.set("corollas", data->path());
    } else if (method.finals) {
      data.emplace(outcome, [&](const auto& path) { build_finals(trial.puzzle, path); });
      config.options.set("finals", data->path());
    }
    if (method.openings) {
      data.emplace(outcome, [&](const auto& path) { build_openings_file(trial.puzzle, info, config, path); });
      search_openings(data->path(), limit, stopped, outcome);
      return outcome;
    }
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
