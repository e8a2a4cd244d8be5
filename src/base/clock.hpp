#pragma once

#include <chrono>

namespace tesselle {

/// Wall time since construction, plus what an earlier part of the same run already took.
class Stopwatch {
 public:
  explicit Stopwatch(double already_seconds = 0) : already_(already_seconds) {}
  double seconds() const {
    return already_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double already_;
};

}  // namespace tesselle
