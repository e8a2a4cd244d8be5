#include "run/run_control.hpp"

#include <algorithm>

namespace tesselle {
namespace {

constexpr double longest_burst = 0.1;  // seconds whose nodes may be saved up

}  // namespace

void RunControl::pause() {
  const std::lock_guard lock(mutex_);
  paused_ = true;
  steps_ = 0;
  note_restraint();
}

void RunControl::resume() {
  const std::lock_guard lock(mutex_);
  paused_ = false;
  steps_ = 0;
  note_restraint();
}

void RunControl::step(std::uint64_t nodes) {
  const std::lock_guard lock(mutex_);
  paused_ = true;
  steps_ += nodes;
  note_restraint();
}

void RunControl::set_speed(std::optional<double> nodes_per_second) {
  const std::lock_guard lock(mutex_);
  speed_ = nodes_per_second;
  credit_ = 0;
  credited_ = Clock::now();
  note_restraint();
}

std::uint64_t RunControl::grant(std::uint64_t wanted) {
  if (!restrained_.load(std::memory_order_relaxed)) return wanted;
  const std::lock_guard lock(mutex_);
  if (paused_) {
    const std::uint64_t granted = std::min(wanted, steps_);
    steps_ -= granted;
    return granted;
  }
  return speed_ ? grant_slowly(wanted) : wanted;
}

std::uint64_t RunControl::grant_slowly(std::uint64_t wanted) {
  const Clock::time_point now = Clock::now();
  credit_ += *speed_ * std::chrono::duration<double>(now - credited_).count();
  credit_ = std::min(credit_, std::max(1.0, *speed_ * longest_burst));
  credited_ = now;
  const std::uint64_t granted = std::min(wanted, static_cast<std::uint64_t>(credit_));
  credit_ -= static_cast<double>(granted);
  return granted;
}

std::vector<std::uint64_t> RunControl::nodes_per_depth() const {
  const std::lock_guard lock(mutex_);
  return nodes_per_depth_;
}

void RunControl::show(std::vector<std::uint64_t> nodes_per_depth) {
  const std::lock_guard lock(mutex_);
  nodes_per_depth_ = std::move(nodes_per_depth);
}

}  // namespace tesselle
