#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/effort.hpp"
#include "tesselle/search.hpp"

namespace tesselle::study {

/// A search whose numbers are wanted. It runs on one thread, so that they can be repeated.
struct Experiment {
  std::string engine;
  std::map<std::string, std::string> options{};  ///< other than the defaults
  Symmetry symmetry = Symmetry::all;
  /// End at this one; every board is verified. Otherwise all are counted and a sample is verified.
  std::optional<std::uint64_t> solutions{};
  std::optional<std::uint64_t> nodes{};  ///< at most
  std::optional<double> cpu_seconds{};   ///< at most
};

/// What came out of it.
struct Measurement {
  bool ended = false;  ///< by itself: false if a limit or the user came first
  std::uint64_t solutions = 0, distinct = 0, nodes = 0;
  double cpu_seconds = 0;            ///< of this process
  std::optional<Milestone> first{};  ///< when the first solution came
  Statistics statistics{};
};
Measurement measure(const Puzzle& puzzle, const Experiment& experiment, const std::stop_token& stop);

/// The best board of one optimising run, and when it was found.
struct BestFound {
  int score = 0, max_score = 0, conflicts = 0;  ///< max_score 0: no board was found
  double seconds = 0;
  std::vector<std::pair<double, int>> history;  ///< seconds and score of every board that was the best
  Statistics statistics;
};
struct Effort {
  Limits limits{};
  std::uint64_t seed = 1;
  unsigned threads = 1;
};
/// With engine "auto" it does what `tesselle optimise` does.
BestFound measure_best(const Puzzle& puzzle, const std::string& engine, const Effort& effort,
                       const std::stop_token& stop);

/// Ends a search when this process has used `limit` seconds of processor time since construction, or when the user
/// stops the study. Limits cannot say this: their seconds are those of the clock, and on a busy machine the same method
/// would be given less work than another day.
class CpuLimit {
 public:
  CpuLimit(double limit, const std::stop_token& stop);
  double used() const { return effort_.cpu_seconds(); }
  /// Looks at the time with every event.
  Subscriber subscriber();
  std::stop_token token() const { return end_.get_token(); }

 private:
  EffortMeter effort_;
  double limit_;
  std::stop_source end_;
  std::stop_callback<std::function<void()>> pass_on_;
};

}  // namespace tesselle::study
