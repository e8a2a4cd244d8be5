#pragma once

#include <deque>
#include <optional>

namespace tesselle {

/// How long a search still takes, judged by how fast the fraction done has grown lately. A large tree often finishes
/// many tiny branches at once and then stands still for years, so there is an answer only while the fraction grows
/// steadily: in the third quarter of the time so far about as fast as in the fourth.
class TimeLeft {
 public:
  /// Tells how much is done after some seconds of this run; returns the seconds that are left.
  std::optional<double> after(double seconds, double fraction);

 private:
  struct Sample {
    double seconds, fraction;
  };
  double fraction_at(double seconds) const;

  std::deque<Sample> samples_;  ///< ascending, of the second half of the time so far, not too close to each other
};

}  // namespace tesselle
