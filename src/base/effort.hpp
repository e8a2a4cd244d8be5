#pragma once

#include <cstdint>
#include <optional>

namespace tesselle {

/// What this process has used since construction: processor time, and instructions where the kernel lets us count them.
class EffortMeter {
 public:
  EffortMeter();
  ~EffortMeter();
  EffortMeter(const EffortMeter&) = delete;
  EffortMeter& operator=(const EffortMeter&) = delete;

  double cpu_seconds() const;
  std::optional<std::uint64_t> instructions() const;

 private:
  double start_;
  int counter_;
};

}  // namespace tesselle
