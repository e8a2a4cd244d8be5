#include "run/time_left.hpp"

#include <algorithm>

namespace tesselle {
namespace {

constexpr double closest_samples = 0.002;  // as a part of the time so far, so that long runs keep few
constexpr std::size_t min_samples = 4;     // fewer say nothing about a pace
constexpr double max_unsteadiness = 3;     // between the paces of the two quarters

}  // namespace

double TimeLeft::fraction_at(double seconds) const {
  const auto later =
      std::find_if(samples_.begin(), samples_.end(), [&](const Sample& s) { return s.seconds > seconds; });
  return later == samples_.begin() ? 0 : std::prev(later)->fraction;
}

std::optional<double> TimeLeft::after(double seconds, double fraction) {
  if (samples_.empty() || seconds - samples_.back().seconds >= seconds * closest_samples)
    samples_.push_back({seconds, fraction});
  while (samples_.size() > 1 && samples_[1].seconds <= seconds / 2) samples_.pop_front();
  if (samples_.size() < min_samples) return std::nullopt;
  const double quarter = seconds / 4;
  const double third = fraction_at(3 * quarter) - fraction_at(2 * quarter),
               fourth = fraction - fraction_at(3 * quarter);
  if (!(std::min(third, fourth) * max_unsteadiness > std::max(third, fourth))) return std::nullopt;
  return (1 - fraction) * 2 * quarter / (third + fourth);
}

}  // namespace tesselle
