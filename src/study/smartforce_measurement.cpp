#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/effort.hpp"
#include "edge/corolla_data/build.hpp"
#include "edge/finals/finals.hpp"
#include "study/opening_results.hpp"
#include "study/smartforce.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::study::smartforce {
namespace {

/// A file of data that exists as long as it is needed.
class DataBeforehand {
 public:
  template <class Build>
  DataBeforehand(Outcome& outcome, Build build)
      : path_(std::filesystem::temp_directory_path() / fmt::format("tesselle-smartforce-{}", ::getpid())) {
    const EffortMeter effort;
    built_ = build(path_);
    outcome.before_seconds = effort.cpu_seconds();
    if (built_) outcome.before_bytes = std::filesystem::file_size(path_);
  }
  ~DataBeforehand() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  DataBeforehand(const DataBeforehand&) = delete;
  DataBeforehand& operator=(const DataBeforehand&) = delete;
  /// False if the user stopped it.
  bool built() const { return built_; }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
  bool built_ = false;
};

// Each makes a file; false if the user stopped it.

bool build_corollas(const Puzzle& puzzle, int radius, const std::filesystem::path& path, const std::stop_token& stop) {
  const auto end = edge::corollas::build_corollas(puzzle, path, {.radius = radius, .count_limit = 100'000}, stop,
                                                  [](const edge::corollas::BuildProgress&) {});
  return end == edge::corollas::BuildEnd::built;
}

bool build_finals(const Puzzle& puzzle, const std::filesystem::path& path, const std::stop_token& stop) {
  constexpr std::size_t max_finals = 10'000'000;
  const auto finals = edge::Finals::build(puzzle.edge(), puzzle.edge().cell_count() / 2, max_finals, stop);
  if (finals) finals->save(path.string(), puzzle);
  return finals.has_value();
}

bool save_openings(const Trial& trial, const std::filesystem::path& path, const std::stop_token& stop) {
  const auto set = openings_of(trial, stop);
  if (set) write_openings(path.string(), *set);
  return set.has_value();
}

/// All openings, largest first, after they were written and read again.
void search_openings(const std::string& file, double limit, const std::stop_token& stop, Outcome& outcome) {
  CpuLimit cpu(limit, stop);
  const OpeningSet set = read_openings(file);
  check_tree(file, set);
  OpeningResults openings(set);
  const double reading_seconds = cpu.used();
  const Finished finished = solve_openings(set, openings, {.threads = 1}, cpu.subscriber(), cpu.token());
  outcome.nodes = finished.nodes;
  outcome.solutions = finished.solutions;
  if (finished.first) outcome.first = reading_seconds + finished.first->cpu_seconds;
  if (finished.status == Status::exhausted) outcome.all = cpu.used();
}

void search_whole(const Puzzle& puzzle, const Experiment& experiment, const std::stop_token& stop, Outcome& outcome) {
  const Measurement found = measure(puzzle, experiment, stop);
  outcome.nodes = found.nodes;
  outcome.solutions = found.solutions;
  if (found.first) outcome.first = found.first->cpu_seconds;
  if (found.ended) outcome.all = found.cpu_seconds;
}

bool is_built_in(const Method& method) {
  return std::any_of(engines().begin(), engines().end(),
                     [&](const EngineDescription& engine) { return engine.name == method.engine; });
}

}  // namespace

std::vector<Method> methods() {
  constexpr auto whole = Symmetry::all, reduced = Symmetry::distinct;
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

/// Openings divide the work; they save none of it.
bool uses_data(const Method& method) { return method.corollas_radius > 0 || method.engine == "meet"; }

Outcome outcome_of(const Trial& trial, const Method& method, double limit, const std::stop_token& stop) {
  Outcome outcome;
  outcome.limit = limit;
  Experiment experiment{method.engine, method.options, method.symmetry};
  experiment.cpu_seconds = limit;
  try {
    std::optional<DataBeforehand> data;
    if (method.corollas_radius > 0) {
      data.emplace(outcome,
                   [&](const auto& path) { return build_corollas(trial.puzzle, method.corollas_radius, path, stop); });
      experiment.options["corollas"] = data->path();
    } else if (method.finals) {
      data.emplace(outcome, [&](const auto& path) { return build_finals(trial.puzzle, path, stop); });
      experiment.options["finals"] = data->path();
    } else if (method.openings) {
      data.emplace(outcome, [&](const auto& path) { return save_openings(trial, path, stop); });
    }
    if (data && !data->built()) return outcome;
    if (method.openings)
      search_openings(data->path(), limit, stop, outcome);
    else
      search_whole(trial.puzzle, experiment, stop, outcome);
  } catch (const UsageError&) {
    outcome.refused = true;
  }
  return outcome;
}

}  // namespace tesselle::study::smartforce
