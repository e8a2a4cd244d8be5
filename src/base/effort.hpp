#pragma once

#include <cstdint>
#include <optional>

namespace tesselle {

/// Processor time that all threads of this process have used since construction, plus what an earlier part of the same
/// run took.
class CpuStopwatch {
 public:
  explicit CpuStopwatch(double already_seconds = 0);
  double seconds() const;

 private:
  double start_;
};

/// What this process has used since construction: processor time, and instructions where the kernel lets us count them.
class EffortMeter {
 public:
  EffortMeter();
  ~EffortMeter();
  EffortMeter(const EffortMeter&) = delete;
  EffortMeter& operator=(const EffortMeter&) = delete;

  double cpu_seconds() const { return cpu_.seconds(); }
  std::optional<std::uint64_t> instructions() const;

 private:
  CpuStopwatch cpu_;
  int counter_;
};

}  // namespace tesselle
