#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/bytes.hpp"

namespace tesselle::packing::finals {

/// How far a limit is moved so that what is above it takes as much work as wanted, on average over the last rounds.
/// Rounds may differ by factors of a hundred: the first ones move the limit most, and a round that takes longer than
/// wanted has its limit raised while it goes on.
class Throttle {
 public:
  double shift() const { return shift_; }
  /// By how much more the limit is raised in a round, after this much work.
  static double raise(double work, double wanted) {
    constexpr double steepness = 4;
    return steepness * std::log(std::max(1.0, work / (wanted + 1)));
  }
  /// A round is done.
  void learn(double work, double wanted) {
    constexpr double memory = 0.9, least = -2, most = 6, last_step = 0.15;
    work_ = memory * work_ + work;
    wanted_ = memory * wanted_ + wanted;
    ++rounds_;
    const double step = std::max(last_step, 1 / static_cast<double>(rounds_));
    shift_ += step * std::clamp(std::log((work_ + 1) / (wanted_ + 1)) + raise(work, wanted), least, most);
  }

  void save(ByteWriter& out) const {
    for (const double number : {shift_, work_, wanted_}) out.number(std::bit_cast<std::uint64_t>(number));
    out.number(rounds_);
  }
  /// Throws InputError if this was not written by save().
  void restore(ByteReader& in) {
    constexpr double far = 1e6;
    for (double* number : {&shift_, &work_, &wanted_}) *number = std::bit_cast<double>(in.number());
    rounds_ = in.number();
    const bool possible = std::abs(shift_) <= far && work_ >= 0 && wanted_ >= 0;
    if (!possible || !std::isfinite(work_) || !std::isfinite(wanted_)) in.refuse();
  }

 private:
  double shift_ = 0;
  double work_ = 0, wanted_ = 0;  ///< sums in which a round counts the less the longer it is ago
  std::uint64_t rounds_ = 0;
};

}  // namespace tesselle::packing::finals
