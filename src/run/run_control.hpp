#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace tesselle {

/// How a run is steered from outside while it goes on: it may stand still, walk a few nodes at a time, or slowly. The
/// run's workers ask for permission before every slice. Thread-safe; at full speed asking costs one load per slice.
class RunControl {
 public:
  void pause();
  void resume();
  /// Pauses, but for this many nodes.
  void step(std::uint64_t nodes);
  /// Nodes per second of all workers together; nullopt: full speed.
  void set_speed(std::optional<double> nodes_per_second);
  bool paused() const { return paused_; }

  /// Of `wanted` nodes, how many may be walked now. 0: ask again in a moment.
  std::uint64_t grant(std::uint64_t wanted);

  /// Nodes of each depth as of the last progress event; empty if the engine keeps no profile.
  std::vector<std::uint64_t> nodes_per_depth() const;
  void show(std::vector<std::uint64_t> nodes_per_depth);

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t grant_slowly(std::uint64_t wanted);
  void note_restraint() { restrained_ = paused_ || speed_.has_value(); }

  std::atomic<bool> restrained_ = false, paused_ = false;
  mutable std::mutex mutex_;  // guards all below
  std::uint64_t steps_ = 0;
  std::optional<double> speed_;
  double credit_ = 0;  // nodes that the speed allows by now
  Clock::time_point credited_ = Clock::now();
  std::vector<std::uint64_t> nodes_per_depth_;
};

}  // namespace tesselle
