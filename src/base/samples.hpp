#pragma once

#include <cmath>
#include <vector>

namespace tesselle {

inline double mean_of(const std::vector<double>& samples) {
  double sum = 0;
  for (const double sample : samples) sum += sample;
  return sum / static_cast<double>(samples.size());
}

/// Of the mean; 0 if there is only one sample.
inline double standard_error(const std::vector<double>& samples) {
  const double mean = mean_of(samples);
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const auto n = static_cast<double>(samples.size());
  return n < 2 ? 0 : std::sqrt(squares / (n - 1) / n);
}

}  // namespace tesselle
